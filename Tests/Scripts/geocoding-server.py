#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Answers as Nominatim and Photon do on a free loopback port, with two made-up places.

Prints the port, and ends when its input ends. The first part of a path selects the behavior: ok, empty, status500, garbage,
wrong (JSON of another kind), slow, trickle, endless, bomb (gzip), moved, loop, elsewhere. /asked returns the last request,
and /count the number of requests since the last /count.
"""

import gzip
import http.server
import json
import sys
import threading
import time
import urllib.parse

NOMINATIM = {
    "place_id": 1, "lat": "48.1234567", "lon": "11.7654321", "category": "tourism", "type": "museum",
    "name": "Museum of\u0007 Clocks", "display_name": "Museum of Clocks, 5, Lime Street, Anytown",
    "address": {
        "tourism": "Museum of Clocks", "house_number": "5", "road": "Lime Street", "suburb": "Old Harbour",
        "town": "Anytown", "county": "Lower County", "state": "Upper State", "postcode": "12345",
        "country": "Germany", "country_code": "de"},
    "boundingbox": ["48.1233567", "48.1235567", "11.7653321", "11.7655321"],
}
NOMINATIM_NAMELESS = {
    "lat": 48.2, "lon": 11.7, "category": "place", "type": "house", "name": "",
    "address": {"house_number": "7", "road": "Elm Street", "city": "Othertown", "country_code": "de"},
}
PHOTON = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.7654321, 48.1234567]},
         "properties": {"osm_key": "tourism", "osm_value": "museum", "type": "house",
                        "name": "Museum of Clocks", "housenumber": "5", "street": "Lime Street",
                        "district": "Old Harbour", "city": "Anytown", "county": "Lower County",
                        "state": "Upper State", "postcode": "12345", "country": "Germany",
                        "countrycode": "DE"}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.7, 48.2]},
         "properties": {"osm_key": "place", "osm_value": "town", "type": "city", "name": "Othertown",
                        "country": "Germany", "countrycode": "DE", "extent": [11.6, 48.25, 11.8, 48.15]}},
    ],
}
EMPTY = {"search": [], "reverse": {"error": "Unable to geocode"}, "api": {"type": "FeatureCollection", "features": []}}
asked = {}
requests = [0]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if "/trickle/" in self.path:
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(0.05)
        else:
            self.wfile.write(body)

    def redirect(self, address):
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_endlessly(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(b" " * 65536)
                # FoundationNetworking notices that a task was canceled only after it has read everything that has arrived,
                # and over the loopback more would always have arrived.
                time.sleep(0.001)
        except OSError:
            pass

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        parts = address.path.strip("/").split("/")
        if parts == ["asked"]:
            self.send(200, json.dumps(asked).encode())
            return
        if parts == ["count"]:
            self.send(200, json.dumps({"count": str(requests[0])}).encode())
            requests[0] = 0
            return
        requests[0] += 1
        asked.clear()
        asked.update(urllib.parse.parse_qsl(address.query))
        asked.update({"path": address.path, "agent": self.headers.get("User-Agent", "")})
        how, kind, what = parts[0], parts[1], parts[-1]
        if how == "status500":
            self.send(500, b"{}")
        elif how == "garbage":
            self.send(200, b"<html>\xff\x00 not found")
        elif how == "wrong":
            self.send(200, b'{"features": 5, "lat": "north"}')
        elif how == "endless":
            self.send_endlessly()
        elif how == "bomb":
            # 64 MB of spaces in 64 KB.
            bomb = gzip.compress(b" " * (64 << 20))
            self.send_response(200)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(bomb)))
            self.end_headers()
            self.wfile.write(bomb)
        elif how == "moved":
            self.redirect(self.path.replace("/moved/", "/ok/"))
        elif how == "loop":
            self.redirect(self.path)
        elif how == "elsewhere":
            self.redirect("http://localhost:%d/ok/%s" % (self.server.server_address[1], "/".join(parts[1:])))
        elif how == "empty":
            self.send(200, json.dumps(EMPTY["api"] if kind == "photon" else EMPTY[what]).encode())
        else:
            if how == "slow":
                # Longer than any client waits, and than a busy machine delays a test.
                time.sleep(600)
            nominatim = [NOMINATIM, NOMINATIM_NAMELESS] if what == "search" else NOMINATIM
            self.send(200, json.dumps(PHOTON if kind == "photon" else nominatim).encode())


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # Clients close connections when they have read enough or waited long enough.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main():
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


main()
