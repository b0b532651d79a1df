"""A small engine that speaks UCI, for the tests of the client: it plays the first legal move."""

import sys
import time

import hyperrook

game = hyperrook.Game("chess")
position = game.start()
behaviour = sys.argv[1] if len(sys.argv) > 1 else ""
#: The games of definitions that were read, by name.
read = {}


def say(text: str) -> None:
    print(text, flush=True)


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        if behaviour == "silent":
            continue
        say("id name First Move 1.0\nid author The Tests")
        say("option name Hash type spin default 16 min 1 max 64")
        say("option name Clear Hash type button")
        say("option name Book File type string default <empty>")
        if behaviour != "slow":
            say("option name MultiPV type spin default 1 min 1 max 8")
        if behaviour != "chess":
            values = " ".join(f"var {name}" for name in [*hyperrook.games()[:-1], *read])
            say(f"option name UCI_Variant type combo default chess {values}")
        if behaviour == "definitions":
            say("option name VariantPath type string default <empty>")
        say("option name walkers kinging type combo default none var none var mixed")
        say("a line that means nothing\nuciok")
        if behaviour == "deaf":
            time.sleep(60)
    elif words[:1] == ["isready"]:
        say("readyok")
    elif words[:3] == ["setoption", "name", "Hash"] and not words[-1].isdigit():
        say(f"info string setoption: option `Hash` cannot be `{words[-1]}`")
    elif words[:3] == ["setoption", "name", "Clear"] and behaviour == "forgetful":
        say("No such option: Clear Hash")
    elif words[:3] == ["setoption", "name", "walkers"] and behaviour == "forgetful":
        say("info string setoption: not today")
    elif words[:3] == ["setoption", "name", "VariantPath"]:
        game = hyperrook.Game(line.strip().split(" value ")[1])
        read[game.name] = game
    elif words[:3] == ["setoption", "name", "UCI_Variant"]:
        game = read.get(words[-1]) or hyperrook.Game(words[-1])
    elif words[:2] == ["position", "fen"]:
        at = words.index("moves") if "moves" in words else len(words)
        position = game.position(" ".join(words[2:at]))
        for text in words[at + 1 :]:
            position = position.play(text)
    elif words[:1] == ["go"]:
        if behaviour == "dies":
            sys.exit(3)
        moves = position.legal_moves
        if "searchmoves" in words:
            moves = [position.move(text) for text in words[words.index("searchmoves") + 1 :]]
        if not moves:
            say("info depth 0 score mate 0\nbestmove (none)")
            continue
        say(f"info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound nodes 7 time 4 pv {moves[0]}")
        say(f"info depth 2 multipv 1 score mate -3 nodes 9 nps 100 time 5 pv {moves[0]} nonsense")
        say(f"info depth 2 multipv 2 score cp 10 nodes 11 pv {moves[-1]}\ninfo string cp 5")
        say("info depth x\ninfo currmove e2e4")
        if "infinite" in words:
            for line in sys.stdin:
                if line.split()[:1] == ["stop"]:
                    break
        if behaviour == "slow":
            # It reads nothing meanwhile.
            time.sleep(0.3)
            say("info string nearly done\ninfo string done")
        best = "a1a8" if behaviour == "illegal" else moves[0]
        say(f"bestmove {best} ponder zz9zz8")
    elif words[:1] == ["quit"]:
        break
