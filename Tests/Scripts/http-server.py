# Core Location for Linux. SPDX-License-Identifier: MIT
"""An HTTP server that behaves as the path says, and logs the requests.

Usage: http-server.py LOG PORT TLS_PORT CERTIFICATE KEY
"""

import http.server
import json
import ssl
import sys
import threading
import time

log_path, port, tls_port, certificate, key = sys.argv[1:]
lock = threading.Lock()
log = open(log_path, "a", buffering=1)
count = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        global count
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with lock:
            count += 1
            number = count
            print(json.dumps({
                "path": self.path, "body": body, "type": self.headers["Content-Type"],
                "user": self.headers["X-Limit-U"], "device": self.headers["X-Limit-D"],
                "authorization": self.headers["Authorization"], "from": self.client_address[1],
            }, sort_keys=True), file=log)
        what = self.path.split("?")[0].split("/")[1:]
        if what[0] == "silent":
            time.sleep(60)
        if what[0] == "drop" or what[0] == "flaky" and number % 3 == 0:
            self.close_connection = True
            return
        is_told = what[0] == "status" or what[0] == "second" and "1795348801" in body
        status = int(what[1]) if is_told else 200
        content = b"<html>Log in here</html>" if what[0] == "page" else b"[]"
        self.send_response(status)
        if len(what) > 2:
            self.send_header("Retry-After", what[2])
        if status in (301, 302):
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments):
        pass


def serve(port, context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever).start()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
serve(tls_port, context)
serve(port)
