"""Usage: scripts/openapi-python.py CLIENT PROGRAM

Imports every module of the client that `openapi-python-client` has made of web/openapi.json
(the folder CLIENT), and plays a game with it against level 1 of a server of the program PROGRAM.
"""

import importlib
import pkgutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

import bot
import hyperrook_client
from hyperrook_client import AuthenticatedClient
from hyperrook_client.api.play import act, create_game, get_play
from hyperrook_client.models.keyed_action_type_0 import KeyedActionType0
from hyperrook_client.models.new_game import NewGame


def play(url):
    client = AuthenticatedClient(base_url=url, token=bot.register(url), raise_on_unexpected_status=True)
    new = NewGame.from_dict({
        "game": {"name": "sesqui"},
        "colour": "white",
        "clock": {"kind": "none"},
        "rated": False,
        "opponent": {"kind": "engine", "level": 1},
    })
    game = create_game.sync(client=client, body=new).id
    while True:
        state = get_play.sync(game, client=client).to_dict()
        if state["outcome"]:
            return state
        if state["view"]["side"] != state["you"]:
            time.sleep(0.1)
            continue
        move = bot.choose(state["view"]["moves"])["text"]
        action = {"t": "move", "key": str(state["seq"]), "seq": state["seq"], "move": move}
        act.sync(game, client=client, body=KeyedActionType0.from_dict(action))


def main():
    modules = [m.name for m in pkgutil.walk_packages(hyperrook_client.__path__, "hyperrook_client.")]
    for module in modules:
        importlib.import_module(module)
    print(f"{len(modules)} modules of the Python client can be imported")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.argv[2], "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            # "Hyperrook is at http://127.0.0.1:PORT/ (…)"
            url = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
            state = play(url.rstrip("/"))
        finally:
            server.terminate()
            server.wait()
    print(f"a game of {state['seq']} plies: {state['outcome']['text']}")


main()
