#!/usr/bin/env python3
"""A bot that plays one game against the engine, with Python's standard library only.

    python3 examples/bot.py                                   # chess, against level 1
    python3 examples/bot.py --game sesqui --level 3
    python3 examples/bot.py --url https://chess.example --token TOKEN

Without a token it registers a user and makes a token for itself. Keep the token that it prints:
with `--token` the bot plays as the same user again.

The bot mates if it can, else captures if it can, else moves at random.
"""

import argparse
import http.cookiejar
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request


class ApiError(Exception):
    """An error of the server: `code` is for programs, the message for people."""

    def __init__(self, status, error):
        super().__init__(f"{error['message']} ({status} {error['code']})")
        self.status = status
        self.code = error["code"]


class Client:
    """Sends requests, with a token or, before there is one, with a cookie."""

    def __init__(self, url, token=None):
        self.url = url.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def request(self, method, path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(
                self.url + path, data, {**self.headers, **headers}, method=method
            )
            try:
                with self.opener.open(request, timeout=60) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code == 429:
                    time.sleep(float(error.headers.get("Retry-After", 1)))
                    continue
                raise ApiError(error.code, json.load(error)["error"]) from None

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body, **headers):
        return self.request("POST", path, body, **headers)


def register(url):
    """Registers a user, as a browser would, and makes a token. Once is enough."""
    browser = Client(url)
    # A browser shows by the CSRF token and its origin that its own page sends the request.
    proof = {"Origin": browser.url, "X-CSRF": browser.get("/api/me")["csrf"]}
    name, password = f"bot-{secrets.token_hex(4)}", secrets.token_urlsafe(16)
    browser.post("/api/register", {"name": name, "password": password}, **proof)
    # Registering began a session, which has a CSRF token of its own.
    proof["X-CSRF"] = browser.get("/api/me")["csrf"]
    token = browser.post("/api/me/tokens", {"label": "examples/bot.py"}, **proof)["token"]
    print(f"registered {name}; its token is {token}")
    return token


def choose(moves):
    """Chooses one of the legal moves."""
    mates = [move for move in moves if move["short"].endswith("#")]
    captures = [move for move in moves if move["captures"]]
    return random.choice(mates or captures or moves)


def play(client, game, level):
    """Plays a game to its end, and returns the final state."""
    new = {
        "game": {"name": game},
        "colour": "random",
        "clock": {"kind": "none"},
        "rated": False,
        "opponent": {"kind": "engine", "level": level},
    }
    path = "/api/play/" + client.post("/api/play", new)["id"]
    print(f"playing at {client.url}{path.removeprefix('/api')}")
    while True:
        state = client.get(path)
        if state["outcome"]:
            return state
        if state["view"]["side"] != state["you"]:
            time.sleep(0.1)
            continue
        move = choose(state["view"]["moves"])
        # `seq` says which move this is. The key makes it safe to send the action again.
        action = {"t": "move", "key": secrets.token_hex(8), "seq": state["seq"], "move": move["text"]}
        client.post(path + "/actions", action)


def main():
    parser = argparse.ArgumentParser(description="Plays one game against the engine.")
    parser.add_argument("--url", default="http://127.0.0.1:8640", help="the server (default: %(default)s)")
    parser.add_argument("--token", help="a token of a registered user; a new user without it")
    parser.add_argument("--game", default="chess", help="the name of a game (default: %(default)s)")
    parser.add_argument("--level", type=int, default=1, help="the engine's level, 1 to 8 (default: 1)")
    parser.add_argument("--seed", type=int, help="choose the same moves every time")
    args = parser.parse_args()
    random.seed(args.seed)
    try:
        state = play(Client(args.url, args.token or register(args.url)), args.game, args.level)
    except ApiError as error:
        sys.exit(f"bot: {error}")
    except urllib.error.URLError as error:
        sys.exit(f"bot: {args.url} cannot be reached: {error.reason}")
    outcome = state["outcome"]
    print(f"{outcome['result']} after {state['seq']} plies, as {state['you']}: {outcome['text']}")


if __name__ == "__main__":
    main()
