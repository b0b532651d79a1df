#!/usr/bin/env python3
"""What hostile clients cost a server, in figures.

    python3 crates/server/examples/hostile.py target/release/hyperrook

Starts the program on a free port with an empty folder, and tells the processor time,
the memory and the waiting time that each attack costs. Needs only Python and Linux.
"""

import base64
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMITS = {
    "REQUESTS_PER_SECOND": 100000,
    "HEAVY_REQUESTS_PER_SECOND": 100000,
    "SIGN_INS_PER_MINUTE": 100000,
    "WRITES_PER_SECOND": 100000,
}


class Server:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        environment = dict(os.environ, HYPERROOK_PORT="0")
        environment.update({f"HYPERROOK_LIMITS__{name}": str(value) for name, value in LIMITS.items()})
        newer = ["HYPERROOK_LIMITS__SEEKS_PER_ADDRESS", "HYPERROOK_LIMITS__GAMES_PER_MINUTE"]
        environment.update(dict.fromkeys(newer, "100000"))
        self.process = self.start(program, environment)
        line = self.process.stdout.readline()
        if not line:
            # Earlier versions do not know these limits.
            for name in newer:
                del environment[name]
            self.process = self.start(program, environment)
            line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)", line.split("//")[-1])[1])

    def start(self, program, environment):
        return subprocess.Popen(
            [program, "serve", "--data", self.folder.name],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_mib(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()


class Guest:
    def __init__(self, server):
        self.server = server
        self.host = f"127.0.0.1:{server.port}"
        self.cookie, self.csrf = None, ""
        self.csrf = self.ask("GET", "/api/me")["csrf"]

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        headers = {"Origin": f"http://{self.host}", "X-CSRF": self.csrf, "Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("hyperrook_session"):
                self.cookie = value.split(";")[0]
            if name.lower() == "x-csrf":
                self.csrf = value
        connection.close()
        return json.loads(text) if text else None

    def play(self, game, opponent):
        wish = {"game": {"name": game}, "colour": "white", "clock": {"kind": "none"}, "rated": False}
        return self.ask("POST", "/api/play", dict(wish, opponent=opponent))

    def open_socket(self, buffer=None):
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.connect(("127.0.0.1", self.server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /api/socket HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n"
        )
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        connection.sendall((head + "\r\n").encode())
        text = b""
        while b"\r\n\r\n" not in text:
            text += connection.recv(1)
        assert b" 101 " in text, text
        return connection


def frame(message):
    """A text frame of a client, with a mask of zeros."""
    data = json.dumps(message).encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + data


def read_texts(connection, count, kind):
    """Reads frames until so many messages of a kind have come. Returns their bytes."""
    file, seen, size = connection.makefile("rb"), 0, 0
    while seen < count:
        first = file.read(2)
        length = first[1] & 127
        if length == 126:
            length = int.from_bytes(file.read(2), "big")
        elif length == 127:
            length = int.from_bytes(file.read(8), "big")
        data = file.read(length)
        if data[:40].find(b'"t":"%s"' % kind.encode()) >= 0:
            seen += 1
            size += length
    return size


def figure(name, text):
    print(f"{name:<58} {text}", flush=True)


def burst(server, name, message, kind):
    """One socket sends the message 60 times at once, as the limits allow."""
    connection = Guest(server).open_socket()
    cpu, begun = server.cpu(), time.monotonic()
    connection.sendall(frame(message) * 60)
    size = read_texts(connection, 60, kind)
    took = time.monotonic() - begun
    figure(name, f"{server.cpu() - cpu:.2f} s of CPU, {took:.2f} s, {size / 1024:.0f} KiB")
    connection.close()


def never_read(server, game):
    """Five sockets ask for a long state 600 times each and read nothing."""
    before = server.rss_mib()
    sockets = [Guest(server).open_socket(buffer=4096) for _ in range(5)]
    watch = frame({"t": "watch", "id": game})

    def ask(connection):
        try:
            for _ in range(600):
                connection.sendall(watch)
                time.sleep(0.04)
        except OSError:
            pass

    threads = [threading.Thread(target=ask, args=(connection,)) for connection in sockets]
    for thread in threads:
        thread.start()
    most, begun = before, time.monotonic()
    while any(thread.is_alive() for thread in threads) and time.monotonic() - begun < 40:
        most = max(most, server.rss_mib())
        time.sleep(0.1)
    figure("five sockets that never read", f"{most - before:.1f} MiB of memory at most")
    for connection in sockets:
        connection.close()


def half_heads(server):
    """400 connections send half a head; others ask for a page meanwhile."""
    half = []
    for _ in range(400):
        connection = socket.create_connection(("127.0.0.1", server.port))
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        except OSError:
            pass
        half.append(connection)
    begun = time.monotonic()
    Guest(server)
    took = time.monotonic() - begun
    for connection in half:
        connection.settimeout(60)
        try:
            connection.recv(1)
        except OSError:
            pass
    gone = time.monotonic() - begun
    figure("400 half heads", f"an honest request takes {took * 1000:.0f} ms; all are gone after {gone:.1f} s")


def stopped_readers(server):
    """Ten connections ask for the rules of a game again and again and read nothing."""
    request = f"GET /api/games/twoboards HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    connections = []
    for _ in range(10):
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.setblocking(False)
        connections.append(connection)
    begun, there = time.monotonic(), list(connections)
    while there and time.monotonic() - begun < 100:
        for connection in list(there):
            try:
                connection.send(request * 20)
            except BlockingIOError:
                pass
            except OSError:
                there.remove(connection)
        time.sleep(0.2)
    took = time.monotonic() - begun
    figure("10 clients that stop reading", f"{len(there)} are there after {took:.1f} s")


def main():
    server = Server(sys.argv[1])
    try:
        ann = Guest(server)
        game = ann.play("twoboards", {"kind": "link"})["id"]
        guests = []
        while len(guests) < 170:
            guest = Guest(server)
            for _ in range(3):
                guest.play("chess", {"kind": "seek"})
            guests.append(guest)
        time.sleep(1)
        burst(server, "60 `watch` at once", {"t": "watch", "id": game}, "state")
        burst(server, "60 `lobby` at once, 510 seeks", {"t": "lobby"}, "lobby")
        burst(server, "60 `home` at once", {"t": "home"}, "home")
        never_read(server, game)
        half_heads(server)
        stopped_readers(server)
    finally:
        server.stop()


main()
