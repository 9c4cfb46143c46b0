#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Attacks what "gps web" and "gps serve --web" let people change: as another tab's page, another user, a slow or lying client, and a file that was planted.

    orders.py GPS [NAME …]     all checks, or those with these names

The anchor must stay where it is. Checks that need a browser, or another user, are skipped with a message where there is none.
"""
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
import browser  # noqa: E402
# pylint: disable-next=wrong-import-position
from checking import CHECKS, Missing, check, eventually, expect, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from page import STRANGER, Page, Receiver, free_port  # noqa: E402

# Those of the page are performed by its own script.
CHECKS.clear()

JSON = "application/json"
# What would be changed, and how.
TARGETS = [("PUT", "/anchor", {"radius": 40}), ("DELETE", "/anchor", {}), ("POST", "/mob", {}), ("DELETE", "/mob", {}),
           ("POST", "/alerts/anchor/acknowledge", {})]


def order(page, method, path, members=None, body=None, **headers):
    """Sends what the page itself would send, with some headers replaced, or left out if they are None."""
    body = json.dumps(members or {}).encode() if body is None else body
    own = {"Origin": f"http://127.0.0.1:{page.port}", "Content_Type": JSON, "Content_Length": str(len(body)), **headers}
    status, _, answer = page.ask(path, method, body=body, **{name: value for name, value in own.items() if value is not None})
    return status, json.loads(answer)


def dropped(page, radius=40):
    """Drops the anchor, and returns it."""
    page.await_fix()
    status, answer = order(page, "PUT", "/anchor", {"radius": radius})
    expect(status == 200, f"the anchor could not be dropped: {answer}")
    return answer["anchor"]


def is_untouched(page, anchor):
    now = page.location()
    same = all(now.get("anchor", {}).get(name) == anchor[name] for name in ("latitude", "longitude", "radius"))
    expect(same and "mob" not in now, f"something was changed: {now.get('anchor')}, {now.get('mob')}")


@check
def the_page_itself_may(page, _receiver, _gps):
    anchor = dropped(page)
    expect(anchor["state"] == "watching" and anchor["radius"] == 40, f"it was {anchor}")
    status, answer = order(page, "PUT", "/anchor", {"radius": 55, "latitude": 1, "longitude": 2}, Sec_Fetch_Site="same-origin")
    expect(status == 200 and answer["anchor"]["latitude"] == 1 and answer["anchor"]["radius"] == 55, f"it was {answer}")
    expect(order(page, "POST", "/mob")[0] == 200 and page.location()["mob"]["latitude"], "nobody was marked")
    expect(order(page, "POST", "/alerts/mob/acknowledge")[1]["alerts"][0]["acknowledged"], "it was not acknowledged")
    expect(order(page, "DELETE", "/mob")[0] == 200 and "mob" not in page.location(), "it was not cancelled")
    expect(order(page, "DELETE", "/anchor")[0] == 200 and "anchor" not in page.location(), "it was not raised")
    status, answer = order(page, "POST", "/alerts/anchor/acknowledge")
    expect(status == 404 and answer["error"], f"an alarm that is none was {status}")


@check
def nobody_else_may(page, _receiver, _gps):
    anchor = dropped(page)
    own = f"http://127.0.0.1:{page.port}"
    for expected, headers in [
            (403, {"Origin": None}), (403, {"Origin": "null"}), (403, {"Origin": "https://evil.example"}),
            (403, {"Origin": own + "0"}), (403, {"Origin": own + ".evil.example"}), (403, {"Origin": own + "/"}),
            (403, {"Origin": own.replace("http", "https")}), (403, {"Origin": f"http://localhost:{page.port}"}),
            (403, {"Host": f"evil.example:{page.port}", "Origin": f"http://evil.example:{page.port}"}),
            (403, {"Sec_Fetch_Site": "cross-site"}), (403, {"Sec_Fetch_Site": "same-site"}), (403, {"Sec_Fetch_Site": "none"}),
            (415, {"Content_Type": None}), (415, {"Content_Type": "text/plain"}), (415, {"Content_Type": "multipart/form-data; boundary=x"}),
            (415, {"Content_Type": "application/x-www-form-urlencoded"}), (415, {"Content_Type": "text/json"}),
            (415, {"Content_Type": "text/plain;application/json"})]:
        for method, path, members in TARGETS:
            status, answer = order(page, method, path, members, **headers)
            expect(status == expected and len(answer["error"]) < 120, f"{method} {path} with {headers} was {status}, {answer}")
    for method in ("POST", "PATCH", "OPTIONS", "TRACE"):
        status, headers, _ = page.ask("/anchor", method, Origin="https://evil.example", Access_Control_Request_Method="PUT")
        expect(status == 405 and headers["Allow"] == "GET, PUT, DELETE", f"{method} was {status}, {headers}")
        expect(not [name for name in headers if name.lower().startswith("access-control")], "it allows other sites")
    for path in ("/", "/location.json", "/events", "/history", "/anchor/", "/alerts/mob", "/Anchor"):
        status, _, _ = page.ask(path, "PUT", Origin=own, Content_Type=JSON)
        expect(status == 405, f"PUT {path} was {status}")
    is_untouched(page, anchor)


@check
def what_is_no_order_is_none(page, _receiver, _gps):
    anchor = dropped(page)
    for expected, body in [
            (400, b"[]"), (400, b"40"), (400, b"{\"radius\":40"), (400, b"{\"radius\":\"40\"}"), (400, b"{\"radius\":1e999}"),
            (400, b"{\"radius\":-1}"), (400, b"{\"radius\":40,\"radius\":50}"), (400, b"\xff\xfe"), (400, b"{\"radius\":40}\0"),
            (400, b"[" * 4096), (400, b"{\"latitude\":NaN,\"longitude\":0}"), (400, b"{\"latitude\":91,\"longitude\":0}"),
            (413, b"{" + b" " * 4096 + b"}"), (413, b" " * 1_000_000)]:
        try:
            status, answer = order(page, "PUT", "/anchor", body=body)
            expect(status == expected and answer["error"], f"{body[:40]} was {status}, {answer}")
        except ConnectionError:
            # It was refused before all of it was sent.
            expect(expected == 413, f"{body[:40]} was not answered")
    is_untouched(page, anchor)


@check
def other_users_may_not(page, _receiver, _gps):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    anchor = dropped(page)
    script = ("import http.client,sys;c=http.client.HTTPConnection('127.0.0.1',int(sys.argv[1]),timeout=10);"
              "c.request(sys.argv[2],sys.argv[3],sys.argv[4],dict(h.split(': ',1) for h in sys.argv[5:]));"
              "print(c.getresponse().status)")

    def as_stranger(method, path, members, *headers):
        return subprocess.run(
            ["/usr/bin/python3", "-c", script, str(page.port), method, path, json.dumps(members),
             f"Origin: http://127.0.0.1:{page.port}", f"Content-Type: {JSON}", *headers], user=STRANGER, group=STRANGER,
            extra_groups=[], capture_output=True, text=True, check=True, cwd="/").stdout.strip()

    wrong = ("0" if page.token[0] != "0" else "1") + page.token[1:]
    for method, path, members in TARGETS:
        expect(as_stranger(method, path, members) == "403", f"{method} {path} was allowed")
        expect(as_stranger(method, path, members, f"Authorization: Bearer {wrong}") == "403", "a wrong token was accepted")
        expect(as_stranger(method, f"{path}?token={page.token}", members) == "403", "an address may have the token")
    is_untouched(page, anchor)
    expect(as_stranger("PUT", "/anchor", {"radius": 70}, f"Authorization: Bearer {page.token}") == "200", "the token was worth nothing")
    expect(page.location()["anchor"]["radius"] == 70, "nothing was changed")


@check
def slow_and_lying_clients_hold_up_nobody(page, _receiver, _gps):
    anchor = dropped(page)
    head = (f"PUT /anchor HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nOrigin: http://127.0.0.1:{page.port}\r\n"
            f"Content-Type: {JSON}\r\n").encode()
    slow = []
    for index in range(40):
        connection = socket.create_connection(("127.0.0.1", page.port), timeout=20)
        length = b"Content-Length: 900\r\n\r\n" if index % 2 else b"Transfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head + length)
        slow.append(connection)
    begin, ended, statuses = time.monotonic(), {}, {}
    while len(ended) < len(slow) and time.monotonic() - begin < 12:
        for index, connection in enumerate(slow):
            if index in ended:
                continue
            try:
                connection.sendall(b"{" if index % 2 else b"1\r\n{\r\n")
                connection.setblocking(False)
                piece = connection.recv(4096)
                statuses.setdefault(index, piece[:12])
                if not piece:
                    ended[index] = time.monotonic() - begin
            except BlockingIOError:
                pass
            except OSError:
                ended[index] = time.monotonic() - begin
            finally:
                connection.setblocking(True)
        asked = time.monotonic()
        expect(page.ask()[0] == 200 and time.monotonic() - asked < 1, "it does not answer meanwhile")
        time.sleep(0.2)
    for connection in slow:
        connection.close()
    expect(len(ended) == len(slow) and max(ended.values()) < 7, f"after {time.monotonic() - begin:.0f} s, {len(ended)} of {len(slow)} had ended")
    expect(statuses.get(0) == b"HTTP/1.1 408", f"it said {statuses.get(0)}")
    # One request within another: whose body is it?
    inner = head + b"Content-Length: 13\r\n\r\n{\"radius\":99}"
    for request in (head + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner,
                    head + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + inner,
                    head + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + inner,
                    head + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}" + inner,
                    head + b"Content-Length: -1\r\n\r\n" + inner, head + b"Content-Length: 5000\r\n\r\n" + b" " * 4097 + inner):
        with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
            answer = b""
            try:
                connection.sendall(request)
                while piece := connection.recv(1 << 16):
                    answer += piece
            except ConnectionError:
                pass
            expect(answer.count(b"HTTP/1.1 200") == 0, f"{request[len(head):][:60]} was answered with {answer[:200]}")
    is_untouched(page, anchor)


@check
def another_tab_may_not(page, _receiver, _gps):
    if not browser.installed():
        raise Missing("there is no Chromium")
    anchor = dropped(page)
    attack = """<!doctype html><meta charset=utf-8><iframe name=sink></iframe><script>
      const at = 'http://127.0.0.1:PORT', tries = [];
      const kinds = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
      for (const [method, path, body] of TARGETS) {
        for (const mode of ['no-cors', 'cors']) for (const kind of kinds) {
          tries.push(fetch(at + path, { method, mode, body, credentials: 'include', headers: { 'Content-Type': kind } }).catch(() => 0));
        }
        tries.push(Promise.resolve(navigator.sendBeacon?.(at + path, new Blob([body], { type: 'text/plain' }))));
      }
      for (const path of ['/anchor', '/mob', '/alerts/anchor/acknowledge']) {
        const form = Object.assign(document.createElement('form'), { method: 'post', action: at + path, target: 'sink', enctype: 'text/plain' });
        form.append(Object.assign(document.createElement('input'), { name: '{"radius":99,"x":"', value: '"}' }));
        document.body?.append(form) ?? document.documentElement.append(form);
        form.submit();
      }
      Promise.all(tries).then(() => setTimeout(() => fetch('/done'), 1000));
    </script>"""
    targets = json.dumps([[method, path, json.dumps(members)] for method, path, members in TARGETS])
    text = attack.replace("PORT", str(page.port)).replace("TARGETS", targets).encode()
    done = threading.Event()

    class Attacker(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/done":
                done.set()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    # The same host at another port is another origin, but the same site; a name is another site.
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Attacker) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for host in ("127.0.0.1", "localhost"):
            done.clear()
            window = browser.Browser()
            try:
                window.open(f"http://{host}:{server.server_port}/")
                expect(done.wait(60), "the attack did not run")
            finally:
                window.close()
            is_untouched(page, anchor)
        server.shutdown()


def restarted(page, gps, receiver):
    """Ends the page as a power failure would, and begins it anew in the same folder; returns the new process."""
    page.process.send_signal(signal.SIGKILL)
    page.process.wait()
    # pylint: disable-next=consider-using-with
    process = subprocess.Popen(
        [gps, *page.arguments(), "--device", receiver.path], stderr=page.log, stdin=subprocess.DEVNULL, env=page.environment())
    Page.running.append(process)

    def answers():
        try:
            return page.ask()[0] == 200
        except OSError:
            return False

    eventually(answers, "it did not start again")
    page.process = process


def own_page(gps, command):
    receiver = Receiver()
    return Page(gps, "--device", receiver.path, command=command), receiver


@check
def it_survives_a_kill_and_trusts_no_planted_file(common, _receiver, gps):
    page, receiver = own_page(gps, common.command)
    anchor = dropped(page)
    order(page, "POST", "/mob")
    mob = page.location()["mob"]
    file = pathlib.Path(page.folder.name, "core-location-linux", "watch.json")
    expect(file.stat().st_mode & 0o777 == 0o600, "others may read where the boat is")
    restarted(page, gps, receiver)
    now = page.location()
    expect(now["anchor"]["latitude"] == anchor["latitude"] and now["mob"]["time"] == mob["time"], f"it forgot: {now}")
    planted = file.read_text(encoding="utf-8").replace("\"radius\":40", "\"radius\":4000")

    def plant_open():
        file.write_text(planted, encoding="utf-8")
        file.chmod(0o666)

    def plant_link():
        file.unlink(missing_ok=True)
        other = pathlib.Path(page.folder.name, "other.json")
        other.write_text(planted, encoding="utf-8")
        os.link(other, file)

    def plant_garbage():
        file.unlink(missing_ok=True)
        file.write_bytes(b"{\"version\":1,\"anchor\":{\"latitude\":" + b"9" * 9000)
        file.chmod(0o600)

    for plant in (plant_open, plant_link, plant_garbage):
        plant()
        restarted(page, gps, receiver)
        now = page.location()
        expect("anchor" not in now, f"{plant.__name__}: it was believed: {now.get('anchor')}")
        expect(any("watch" in one["text"] for one in now["events"]), f"{plant.__name__}: nobody is told: {now['events']}")
        file.unlink(missing_ok=True)
    page.end()
    receiver.close()


@check
def what_cannot_be_kept_is_told_until_it_is_kept(common, _receiver, gps):
    page, receiver = own_page(gps, common.command)
    page.await_fix()
    # As a full disk, it cannot be replaced by a file.
    blocked = pathlib.Path(page.folder.name, "core-location-linux", "watch.json")
    blocked.mkdir()
    status, answer = order(page, "PUT", "/anchor", {"radius": 40})
    expect(status == 200 and "would not survive a restart" in answer.get("problem", ""), f"it was {status}, {answer}")
    alerts = page.location()["alerts"]
    expect([one["name"] for one in alerts] == ["notKept"] and alerts[0]["text"] == answer["problem"], f"nobody is told: {alerts}")
    blocked.rmdir()
    eventually(lambda: not page.location()["alerts"], lambda: f"it is not tried again: {page.location()['alerts']}")
    restarted(page, gps, receiver)
    expect(page.location()["anchor"]["radius"] == 40, "it was not kept")
    page.end()
    receiver.close()


@check
def nothing_that_is_asked_ends_it(common, _receiver, gps):
    page, receiver = own_page(gps, common.command)
    page.await_fix()
    period = "from=2020-01-01T00:00:00Z&until=2030-01-01T00:00:00Z"
    for path in ("/history?=", "/history.gpx?=", "/history?&&==&", f"/history?{period}&steps=1e10,2e10", f"/history?{period}&steps=9e9,-9e9",
                 f"/history?{period}&points=9223372036854775807", f"/history?{period}&as=density&points=2", "/towns/100,0,200,10",
                 "/towns/-200,0,-100,10", "/towns/1e308,-1e308,1e309,1e308", "/towns/0,0,1e-300,1e-300", "/towns/99/0/0", "/tiles/64/0/0",
                 "/tiles/-1/0/0", "/tiles/22/4194304/9223372036854775808"):
        status, _, answer = page.ask(path)
        expect(status in (200, 204, 400, 404) and len(answer) < 4000, f"{path} was {status}, {answer[:200]}")
    expect(page.process.poll() is None and page.location()["fix"], f"it has ended: {page.said()[-300:]}")
    page.end()
    receiver.close()


@check
def a_worker_of_whoever_had_the_port_before_is_removed(common, _receiver, gps):
    if not browser.installed():
        raise Missing("there is no Chromium")
    port = free_port()
    files = {
        "/": ("text/html", "<!doctype html><script>navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
                           ".then(() => { document.title = 'left'; })</script>"),
        "/sw.js": ("text/javascript", "addEventListener('fetch', event => event.respondWith(new Response('<h1>mine</h1>', "
                                      "{ headers: { 'Content-Type': 'text/html' } })));")}

    class Stranger(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            kind, text = files.get(self.path, files["/"])
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    window, ours, receiver = browser.Browser(), None, Receiver()
    own = f"http://127.0.0.1:{port}/"
    try:
        with http.server.ThreadingHTTPServer(("127.0.0.1", port), Stranger) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            window.open(own)
            eventually(lambda: window.value("document.title") == "left", "the stranger's worker did not start")
            server.shutdown()
        ours = Page(gps, "--device", receiver.path, command=common.command, port=port)

        def is_ours():
            window.open(own)
            time.sleep(1)
            return window.value("document.querySelector('[data-rose]') !== null")

        expect(not is_ours(), "the stranger's worker does not answer")
        eventually(is_ours, "the stranger's worker is still there")
    finally:
        window.close()
        if ours:
            ours.end()
        receiver.close()


@check
def a_command_hears_a_person_overboard(page, _receiver, gps):
    page.await_fix()
    heard = pathlib.Path(page.folder.name, "heard")
    # pylint: disable-next=consider-using-with
    command = subprocess.Popen(
        [gps, "on", "mob", "--page", f"127.0.0.1:{page.port}", "--", "sh", "-c", f"env >> {heard}"], stderr=subprocess.PIPE,
        text=True, stdin=subprocess.DEVNULL, env=dict(os.environ, XDG_STATE_HOME=page.folder.name))
    Page.running.append(command)
    expect("listening to the page" in command.stderr.readline(), "it does not hear the page")
    order(page, "POST", "/mob", {"latitude": 47.5, "longitude": 9.5})
    eventually(lambda: heard.exists() and "GPS_ALARM=mob" in heard.read_text("utf-8"), "it was not run")
    expect("GPS_LATITUDE=47.5\n" in heard.read_text("utf-8"), "it is not told where")
    order(page, "DELETE", "/mob")
    command.terminate()
    expect(command.wait(10) == 0, "it did not end well")


@check
def a_command_believes_no_other_user(page, _receiver, gps):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    script = ("import socket,sys\ns=socket.create_server(('127.0.0.1',0))\nprint(s.getsockname()[1],flush=True)\n"
              "c=s.accept()[0]\nc.settimeout(5)\ntry: print(c.recv(4096),flush=True)\nexcept OSError: print('nothing',flush=True)")
    # pylint: disable-next=consider-using-with
    impostor = subprocess.Popen(["/usr/bin/python3", "-c", script], user=STRANGER, group=STRANGER, extra_groups=[],
                                stdout=subprocess.PIPE, text=True, cwd="/")
    Page.running.append(impostor)
    port = impostor.stdout.readline().strip()
    result = subprocess.run(
        [gps, "on", "anchor", "--page", f"127.0.0.1:{port}", "--", "true"], capture_output=True, text=True, timeout=30,
        check=False, env=dict(os.environ, XDG_STATE_HOME=page.folder.name))
    expect(result.returncode == 77 and f"user {STRANGER}" in result.stderr, f"it said {result.stderr}")
    expect(impostor.stdout.readline().strip() in ("b''", "nothing"), "it was told something")
    impostor.wait(10)


@check
def two_pages_do_not_share_a_watch(page, _receiver, gps):
    anchor = dropped(page)
    receiver = Receiver()
    # pylint: disable-next=consider-using-with
    other = subprocess.Popen(
        [gps, "web", "--listen", f"127.0.0.1:{free_port()}", "--device", receiver.path], stderr=subprocess.PIPE, text=True,
        stdin=subprocess.DEVNULL, env=dict(os.environ, XDG_STATE_HOME=page.folder.name, CORELOCATION_SERVICE="none"))
    Page.running.append(other)
    line = other.stderr.readline()
    expect("another gps web or gps serve is using it" in line, f"it said {line}")
    other.terminate()
    other.wait(10)
    receiver.close()
    is_untouched(page, anchor)


@check
def nobody_looks_and_the_anchor_is_watched(common, _receiver, gps):
    if common.command == "web":
        raise Missing("gps web listens to its receiver all the time")
    page, receiver = own_page(gps, "serve")

    def is_open():
        return any(os.path.realpath(one) == receiver.path for one in pathlib.Path(f"/proc/{page.process.pid}/fd").iterdir())

    time.sleep(1)
    expect(not is_open(), "the receiver is open, although nobody needs it")
    anchor = dropped(page)
    page.process.send_signal(signal.SIGKILL)
    page.process.wait()
    restarted(page, gps, receiver)
    # Nobody has asked for the position since then, but for that.
    time.sleep(12)
    expect(is_open(), "nobody watches the anchor")
    is_untouched(page, anchor)
    page.end()
    receiver.close()


def main():
    gps = os.path.abspath(sys.argv[1])
    failures = 0
    for command in ("web", "serve"):
        print(f"gps {command}:", flush=True)
        receiver = Receiver()
        page = Page(gps, "--device", receiver.path, command=command)
        failures += perform(sys.argv[2:], lambda function, page=page, receiver=receiver: function(page, receiver, gps))
        page.end()
        receiver.close()
    for process in Page.running:
        if process.poll() is None:
            process.kill()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
