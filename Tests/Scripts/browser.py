# Core Location for Linux. SPDX-License-Identifier: MIT
"""A headless Chromium, controlled through a pipe; for the scripts in this folder."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 60


def installed():
    """Returns the path of the browser, or None if there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """A browser with one window, without a screen, and with its own folder."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        command_in, self.commands = os.pipe()
        self.answers, answer_out = os.pipe()
        options = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions",
                   "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
                   "--no-default-browser-check",
                   f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"]
        if os.geteuid() == 0:
            options.insert(0, "--no-sandbox")
        # Chromium expects the pipe at descriptors 3 and 4.
        script = f"exec {installed()} \"$@\" 3<&{command_in} 4>&{answer_out}"
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            ["bash", "-c", script, "browser", *options], pass_fds=(command_in, answer_out),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder.name))
        os.close(command_in)
        os.close(answer_out)
        self.numbers, self.rest, self.session, self.context = itertools.count(1), b"", None, None
        self.renew()

    def renew(self):
        """Continues with a new window that knows nothing of the last one, which is much faster than another browser."""
        self.session, old = None, self.context
        self.context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        if old:
            self.send("Target.disposeBrowserContext", browserContextId=old)
        self.problems, self.requests = [], []
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        """Calls a method of the DevTools protocol, and waits for its result."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(PATIENCE)
            if answer is None:
                raise TimeoutError(f"{method} was not answered")
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.happened(answer)

    def receive(self, seconds):
        deadline = time.monotonic() + seconds
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise EOFError("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def happened(self, event):
        """Keeps the errors of the page, and the addresses that it requests."""
        method, parameters = event.get("method"), event.get("params", {})
        if event.get("sessionId") != self.session:
            return
        if method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def size(self, width, height, scheme="light", mobile=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        self.send("Page.navigate", url=address)

    def value(self, expression):
        """Returns the value of a JavaScript expression on the page, or None if it throws."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            return None
        return result["result"].get("value")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.textContent")

    def press(self, key, code):
        number = {"Escape": 27}.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number,
                      text=key if len(key) == 1 else "")

    def picture(self, path, whole=True):
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.send("Browser.close")
        except (OSError, EOFError, TimeoutError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()
