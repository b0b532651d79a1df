"""Actions, observations, symmetries and many games at once."""

import copy
import pickle
import random

import hyperrook
import pytest

numpy = pytest.importorskip("numpy")


def positions(game, count, seed=0):
    """Positions of random games."""
    generator = random.Random(f"{game.name} {seed}")
    position = game.start()
    for _ in range(count):
        yield position
        moves = position.legal_moves
        if position.outcome or not moves:
            position = game.start()
        else:
            position = position.play(generator.choice(moves))


@pytest.mark.parametrize("mirror", [True, False])
def test_actions_are_a_bijection(game, tiny, mirror):
    for each in (game, tiny):
        actions = each.action_space(mirror=mirror)
        origins, destinations, promotions = actions.shape
        assert len(actions) == origins * destinations * promotions
        assert promotions == len(actions.promotions)
        for position in positions(each, 25):
            legal = actions.legal(position)
            moves = position.legal_moves
            assert len(set(legal)) == len(moves)
            for action, move in zip(legal, moves):
                assert actions.encode(position, move) == action
                assert actions.decode(position, action) == move
                if position.turn == "white" or not actions.mirrored:
                    parts = (move.origin, move.destination, move.promotion)
                    assert actions.parts(action) == parts
            mask = actions.mask(position)
            assert mask.dtype == numpy.uint8 and mask.sum() == len(moves)
            assert list(numpy.flatnonzero(mask)) == sorted(legal)
            packed = actions.mask(position, packed=True)
            assert (packed == numpy.packbits(mask, bitorder="little")).all()


def test_every_action_has_its_parts(tiny):
    actions = tiny.action_space()
    board, promotions = tiny.board, actions.promotions
    seen = {actions.parts(action) for action in range(len(actions))}
    assert len(seen) == len(actions)
    assert seen == {(a, b, p) for a in board for b in board for p in promotions}


def test_wrong_actions_are_told(chess):
    actions = chess.action_space()
    illegal = actions.encode(chess.start(), "e2e4") + 1
    with pytest.raises(hyperrook.IllegalActionError):
        actions.decode(chess.start(), illegal)
    for wrong in (-1, len(actions), 1 << 62):
        with pytest.raises(IndexError):
            actions.decode(chess.start(), wrong)
    with pytest.raises(ValueError, match="sesqui"):
        actions.legal(hyperrook.Game("sesqui").start())


@pytest.fixture(scope="module")
def reordered(chess):
    """Chess whose definition names pieces and castlings in another order."""
    head, *parts = chess.toml.split("\n[")
    numbers = {part.split("]")[0]: i for i, part in enumerate(parts)}
    for one, other in [("pieces.P", "pieces.N"), ("castling.K", "castling.q")]:
        i, j = numbers[one], numbers[other]
        parts[i], parts[j] = parts[j], parts[i]
    reordered = hyperrook.Game.from_toml("\n[".join([head, *parts]))
    assert reordered.identity == chess.identity
    assert list(reordered.pieces) != list(chess.pieces)
    return reordered


def test_positions_of_a_reordered_definition_have_the_same_numbers(chess, reordered):
    actions, space = chess.action_space(), chess.observation_space()
    some = list(positions(chess, 40, seed=3))
    some.append(chess.position("r3k2r/P6P/8/8/8/8/p6p/R3K2R w Kq - 3 9"))
    some.append(chess.position("r3k2r/P6P/8/8/8/8/p6p/R3K2R b Qk - 3 9"))
    for position in some:
        other = reordered.position(position.text)
        legal = actions.legal(other)
        assert sorted(legal) == sorted(actions.legal(position))
        assert (actions.mask(other) == actions.mask(position)).all()
        for action, move in zip(legal, other.legal_moves, strict=True):
            assert actions.encode(other, move) == actions.encode(other, str(move)) == action
            assert actions.decode(other, action) == move
            assert str(actions.decode(position, action)) == str(move)
        seen = space.observe(position)
        assert (space.observe(other) == seen).all()
        assert (space.observe(hyperrook.History(other)) == seen).all()
        for symmetry in chess.symmetries():
            assert symmetry.position(other).text == symmetry.position(position).text
        if not position.outcome:
            games = hyperrook.VectorEnv(chess, 1, threads=1, start=other)
            assert games.position(0) == position
            assert (games.observe()[0] == seen).all()
            assert sorted(games.legal_actions()[0]) == sorted(legal)


def test_mirrored_sides_see_the_same(game):
    space = game.observation_space()
    actions = game.action_space()
    assert space.mirrored == actions.mirrored
    start = game.start()
    if not space.mirrored:
        return
    # After White's move Black has what White has one ply later, if the array is symmetric.
    chess = game.name == "chess"
    after = start.play(start.legal_moves[0])
    own = len(game.pieces)
    white, black = space.observe(start), space.observe(after)
    assert white[:own].sum() == black[:own].sum()
    if chess:
        assert (white[:own] == black[:own]).all()
        black_turn = start.play("a3")
        assert actions.encode(black_turn, "e7e5") == actions.encode(start, "e2e4")


def test_observations_show_every_piece(game):
    for chart in [None, *game.board.charts]:
        space = game.observation_space(chart=chart, mirror=False)
        names = [plane.name for plane in space.planes]
        assert len(names) == len(set(names)) == space.shape[0]
        for position in positions(game, 8, seed=1):
            seen = space.observe(position)
            assert seen.dtype == numpy.uint8 and seen.shape == space.shape
            for cell in game.board:
                piece = position[cell]
                at = game.board.coordinates(cell, chart=chart)
                column = seen[(slice(0, 2 * len(game.pieces)), *at)]
                if piece is None:
                    assert not column.any()
                    continue
                whose = "own" if piece.side == position.turn else "enemy"
                assert [names[i] for i in numpy.flatnonzero(column)] == [f"{whose} {piece.name}"]
            other = "black" if position.turn == "white" else "white"
            turned = space.observe(position, side=other)
            kinds = len(game.pieces)
            assert (turned[:kinds] == seen[kinds : 2 * kinds]).all()


def test_observations_show_the_state(chess):
    space = chess.observation_space()
    names = [plane.name for plane in space.planes]
    position = chess.position("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 9")
    seen = space.observe(position)
    assert seen[names.index("own castling K")].all()
    assert not seen[names.index("own castling Q")].any()
    assert seen[names.index("enemy castling Q")].all()
    assert list(zip(*numpy.nonzero(seen[names.index("en passant")]))) == [(3, 5)]
    mirrored = chess.position("4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 9")
    assert (space.observe(mirrored) == seen).all(), "Black sees what White saw"
    late = chess.position("4k3/8/8/8/8/8/8/R3K3 w - - 17 40")
    assert (space.observe(late)[names.index("plies without progress")] == 17).all()
    history = hyperrook.History(chess, "Nf3 Nf6 Ng1 Ng8".split())
    assert (space.observe(history)[names.index("earlier occurrences")] == 1).all()


def test_observations_are_written_in_place(chess):
    space = chess.observation_space()
    out = numpy.full(space.shape, 9, numpy.uint8)
    assert space.observe(chess.start(), out=out) is out
    assert (out == space.observe(chess.start())).all()
    for wrong in (numpy.zeros(3, numpy.uint8), numpy.zeros(space.shape, numpy.float32), [1], "x"):
        with pytest.raises(ValueError):
            space.observe(chess.start(), out=wrong)
    out.setflags(write=False)
    with pytest.raises((ValueError, BufferError, TypeError)):
        space.observe(chess.start(), out=out)


def test_symmetries_move_positions_actions_and_observations(game, tiny):
    for each in (game, tiny):
        actions = each.action_space()
        space = each.observation_space()
        for symmetry in each.symmetries()[:4]:
            cells = symmetry.cells
            assert sorted(cells) == list(range(len(each.board)))
            permutation = actions.permutation(symmetry)
            images = space.permutation(symmetry)
            assert len(set(images)) == len(images)
            for position in positions(each, 6, seed=2):
                moved = symmetry.position(position)
                for cell in each.board:
                    assert position[cell] == moved[symmetry.cell(cell)]
                if position.turn == "black" and actions.mirrored:
                    continue
                legal = numpy.array(actions.legal(position), numpy.int64)
                assert set(permutation[legal]) == set(actions.legal(moved))
                seen = space.observe(position)
                other = numpy.empty_like(seen)
                other.flat[images] = seen.flat
                assert (other == space.observe(moved)).all()


def test_many_games_are_the_games(game, tiny):
    for each in (game, tiny):
        games = hyperrook.VectorEnv(each, 5, seed=4, threads=3, max_plies=30)
        actions, space = each.action_space(), each.observation_space()
        histories = [hyperrook.History(each) for _ in range(5)]
        for _ in range(40):
            legal, offsets = games.legal_actions()
            masks, packed = games.masks(), games.masks(packed=True)
            seen = games.observe()
            turns, plies = games.turns, games.plies
            chosen = games.sample()
            for i, history in enumerate(histories):
                position = history.position
                assert games.position(i) == position and plies[i] == len(history)
                assert turns[i] == (position.turn == "black")
                own = legal[offsets[i] : offsets[i + 1]]
                assert list(own) == actions.legal(position) and chosen[i] in own
                assert (masks[i] == actions.mask(position)).all()
                assert (packed[i] == actions.mask(position, packed=True)).all()
                assert (seen[i] == space.observe(history)).all()
            rewards, terminated, truncated = games.step(chosen)
            for i, history in enumerate(histories):
                mover = history.position.turn
                history.play(actions.decode(history.position, int(chosen[i])))
                outcome = history.outcome
                winner = outcome.winner if outcome else None
                expected = 0 if winner is None else 1 if winner == mover else -1
                assert terminated[i] == (outcome is not None) and rewards[i] == expected
                assert truncated[i] == (outcome is None and len(history) == 30)
                if terminated[i] or truncated[i]:
                    histories[i] = hyperrook.History(each)


def test_many_games_do_not_depend_on_threads(chess):
    def run(threads):
        games = hyperrook.VectorEnv(chess, 20, seed=11, threads=threads)
        counts = games.step_random(150)
        return counts, [games.position(i).text for i in range(20)]

    assert run(1) == run(2) == run(7)


def test_random_steps_count_results(chess):
    games = hyperrook.VectorEnv(chess, 32, seed=1, max_plies=50)
    counts = games.step_random(500)
    assert counts["plies"] == 32 * 500 and counts["truncated"] >= 32 * 500 // 50 - 32
    games.reset(seed=1)
    assert games.plies.sum() == 0
    again = hyperrook.VectorEnv(chess, 32, seed=1, max_plies=50)
    assert games.step_random(500) == again.step_random(500)


def test_illegal_actions_play_nothing(chess):
    games = hyperrook.VectorEnv(chess, 4)
    actions = games.sample()
    actions[2] = 0
    actions[3] = -5
    with pytest.raises(hyperrook.IllegalActionError) as raised:
        games.step(actions)
    assert raised.value.games == [2, 3] and games.plies.sum() == 0
    for wrong in ([1, 2], numpy.zeros((4, 1)), ["a"] * 4, 3, numpy.zeros(4), object()):
        with pytest.raises((ValueError, TypeError)):
            games.step(wrong)
    legal = games.sample()
    for given in (legal.astype(numpy.int32), list(legal), numpy.repeat(legal, 2)[::2]):
        games.reset()
        games.step(given)
    # A random ply in each game.
    rewards, _, _ = games.step()
    assert rewards.shape == (4,) and games.plies.sum() == 8


def test_arrays_are_not_copied(chess):
    games = hyperrook.VectorEnv(chess, 8)
    seen = numpy.empty((8, *chess.observation_space().shape), numpy.uint8)
    masks = numpy.empty((8, games.num_actions), numpy.uint8)
    assert games.observe(out=seen) is seen and games.masks(out=masks) is masks
    assert (masks == games.masks()).all() and (seen == games.observe()).all()
    with pytest.raises(ValueError, match="shape"):
        games.masks(out=masks, packed=True)


def test_games_start_where_they_are_told(chess):
    start = chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    games = hyperrook.VectorEnv(chess, 3, start=start)
    assert games.position(2) == start
    games.step_random(500)
    with pytest.raises(ValueError, match="over"):
        hyperrook.VectorEnv(chess, 1, start=chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
    for wrong in ({"num_envs": 0}, {"num_envs": 1 << 30}, {"max_plies": 0}, {"threads": 0}):
        with pytest.raises(ValueError):
            hyperrook.VectorEnv(**{"game": chess, "num_envs": 1, **wrong})
    with pytest.raises(IndexError):
        games.position(3)


def test_spaces_are_pickled(game):
    actions = pickle.loads(pickle.dumps(game.action_space(mirror=False)))
    assert actions.legal(game.start()) == game.action_space(mirror=False).legal(game.start())
    space = pickle.loads(pickle.dumps(game.observation_space()))
    assert (space.observe(game.start()) == game.observation_space().observe(game.start())).all()


def test_symmetries_are_pickled(game):
    # Two Boards has hundreds, and reading one checks it against the rules.
    for symmetry in game.symmetries()[:6]:
        assert pickle.loads(pickle.dumps(symmetry)) == symmetry == copy.deepcopy(symmetry)
