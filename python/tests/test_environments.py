"""The environments of Gymnasium and PettingZoo, by the checkers of their libraries."""

import pickle
import warnings

import hyperrook
import pytest

gymnasium = pytest.importorskip("gymnasium")
numpy = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from hyperrook.gym import HyperrookEnv  # noqa: E402


def play(env, plies, seed=None):
    """Random legal actions; gives what was seen."""
    generator = numpy.random.default_rng(seed)
    told = []
    seen, info = env.reset(seed=seed)
    for _ in range(plies):
        action = generator.choice(numpy.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        told.append((reward, terminated, truncated, info["history"]))
        assert env.observation_space.contains(seen)
        if terminated or truncated:
            assert not seen["action_mask"].any() or truncated
            seen, info = env.reset()
    return told


def test_gymnasium_accepts_every_game(game, tiny):
    for each in (game, tiny):
        env = HyperrookEnv(each)
        with warnings.catch_warnings():
            # The checker wants to see `gymnasium.make`, and images of 0 to 255 to be flat.
            warnings.simplefilter("ignore")
            check_env(env, skip_render_check=True)


def test_every_game_is_registered(game):
    env = gymnasium.make(f"hyperrook/{game.name}-v0", opponent="random", disable_env_checker=True)
    assert play(env, 12, seed=3) == play(env, 12, seed=3)
    env.close()


def test_opponents(chess):
    first = HyperrookEnv("chess", opponent=lambda history: history.position.legal_moves[0])
    first.reset()
    _, _, _, _, info = first.step(first.actions.encode(chess.start(), "e2e4"))
    assert info["history"] == ("e2e4", str(chess.start().play("e4").legal_moves[0]))
    level = HyperrookEnv("sesqui", opponent=2, side="black")
    told = play(level, 6, seed=1)
    assert told == play(HyperrookEnv("sesqui", opponent=2, side="black"), 6, seed=1)
    assert level.side == "black" and len(told[0][3]) >= 3
    assert len(HyperrookEnv("sesqui", opponent=8).game.board) == 48
    sides = {HyperrookEnv("chess", side="random").reset(seed=seed) and None for seed in range(3)}
    assert sides == {None}
    for wrong in (0, 9, "engine", True, None, 2.5):
        with pytest.raises(ValueError):
            HyperrookEnv("chess", opponent=wrong)


def test_random_sides_are_both(tiny):
    env = HyperrookEnv(tiny, side="random")
    sides = set()
    for seed in range(12):
        env.reset(seed=seed)
        sides.add(env.side)
        assert env.history.position.turn == env.side
    assert sides == {"white", "black"}


def test_illegal_actions_lose_or_raise():
    env = HyperrookEnv("chess")
    env.reset()
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    strict = HyperrookEnv("chess", illegal="raise")
    strict.reset()
    with pytest.raises(hyperrook.IllegalActionError):
        strict.step(0)


def test_wins_and_cuts_are_told(chess):
    start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    env = HyperrookEnv("chess", start=start)
    env.reset()
    action = env.actions.encode(env.history.position, "a1a8")
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["outcome"] == "Checkmate: White has won."
    with pytest.raises(RuntimeError, match="reset"):
        env.step(action)
    short = HyperrookEnv("chess", max_plies=2)
    short.reset()
    _, reward, terminated, truncated, _ = short.step(short.actions.encode(chess.start(), "e4"))
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_gymnasium_renders(capsys):
    env = HyperrookEnv("gateway", render_mode="rgb_array", render_size=64)
    env.reset()
    picture = env.render()
    assert picture.dtype == numpy.uint8 and picture.shape[2] == 3 and max(picture.shape) == 64
    assert len(numpy.unique(picture)) > 10
    text = HyperrookEnv("chess", render_mode="ansi")
    text.reset()
    assert "R N B Q K B N R" in text.render()
    human = HyperrookEnv("chess", render_mode="human")
    human.reset()
    assert "R N B Q K B N R" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render"):
        HyperrookEnv("chess", render_mode="hologram")


def test_pettingzoo_accepts_every_game(game, tiny, capsys):
    pytest.importorskip("pettingzoo")
    from hyperrook.pettingzoo import env, raw_env
    from pettingzoo.test import api_test, render_test, seed_test

    for each in (game.name, tiny):
        with warnings.catch_warnings():
            # Pictures need not be of 0 to 1, and agents may have names of their own.
            warnings.simplefilter("ignore")
            api_test(env(each, max_plies=60), num_cycles=40)
            seed_test(lambda each=each: env(each, max_plies=60), num_cycles=20)
            render_test(lambda each=each, **options: env(each, render_size=64, **options))
        again = pickle.loads(pickle.dumps(raw_env(each)))
        again.reset()
        assert again.agent_selection == "white"
    capsys.readouterr()


def test_pettingzoo_rewards_the_winner():
    pytest.importorskip("pettingzoo")
    from hyperrook.pettingzoo import env

    played = env("chess", start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    played.reset()
    inner = played.unwrapped
    played.step(inner.actions.encode(inner.history.position, "a1a8"))
    assert inner.rewards == {"white": 1.0, "black": -1.0}
    assert all(inner.terminations.values())
    seen = inner.observe("black")
    assert not seen["action_mask"].any()
    illegal = env("chess")
    illegal.reset()
    illegal.step(0)
    assert illegal.unwrapped.rewards["white"] == -1


@pytest.mark.parametrize("made", ["gym", "pettingzoo"])
def test_games_that_could_not_be_played_are_refused(made):
    if made == "gym":
        make = HyperrookEnv
    else:
        pytest.importorskip("pettingzoo")
        from hyperrook.pettingzoo import HyperrookAECEnv as make
    with pytest.raises(ValueError, match="over in the start"):
        make("chess", start="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    with pytest.raises(ValueError, match="max_plies"):
        make("chess", max_plies=0)
