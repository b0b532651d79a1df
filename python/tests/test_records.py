"""Records."""

import io
import pickle
import tempfile

import hyperrook
import pytest
from conftest import ROOT

ANNOTATED = """[Event "Every construct"]
[White "Somebody"]
[Black "Somebody else"]
[Result "1-0"]

{Before the first move.} 1. e4 $1 e5 2. Nf3 {After a move.} 2... Nc6 (2... d6
3. d4 {Variations can have variations.} (3. Bc4 Be7) 3... exd4) 3. Bb5 a6
; to the end of the line
4. Ba4 1-0
"""


def test_records_are_written_as_they_were_read():
    record = hyperrook.Record.from_text(ANNOTATED)
    assert record.to_text().strip() == ANNOTATED.strip()
    assert record.tags["White"] == "Somebody" and record.result == "1-0"
    assert record.line.intro[0].text == "Before the first move."
    assert record.line[0].glyphs == [1]
    variation = record.line[3].variations[0]
    assert [ply.move for ply in variation] == ["d6", "d4", "exd4"]
    assert variation[1].variations[0][0].move == "Bc4"
    assert pickle.loads(pickle.dumps(record)) == record


def test_records_are_played(chess):
    replay = hyperrook.Record.from_text(ANNOTATED).replay()
    assert replay.history.game == chess and len(replay.history) == 7
    assert str(replay.line[3].variations[0][2].move) == "e5d4"
    assert replay.line[0].glyphs == [1]
    assert replay.start == chess.start()
    wrong = hyperrook.Record.from_text("1. e4 e5 2. Nf4 *")
    with pytest.raises(hyperrook.RecordError, match="Nf4") as raised:
        wrong.replay()
    assert raised.value.ply == 3


def test_records_of_all_games_come_back(game, tmp_path):
    histories = []
    for seed in range(3):
        history = hyperrook.History(game)
        for ply in range(30):
            moves = history.position.legal_moves
            if not moves:
                break
            history.play(moves[(seed * 7 + ply * 3) % len(moves)])
        histories.append(history)
    path = tmp_path / "games.pgn"
    records = (
        hyperrook.Record.of(history, {"Round": str(i)}, short=i != 1)
        for i, history in enumerate(histories)
    )
    assert hyperrook.write_records(path, records) == 3
    read = list(hyperrook.read_records(path))
    assert [record.tags["Round"] for record in read] == ["0", "1", "2"]
    for record, history in zip(read, histories):
        replay = record.replay()
        assert replay.history == history and replay.warnings == []
        assert record.replay(game).history == history


def test_files_of_python_are_read_and_written(tmp_path):
    text = ANNOTATED + "\n" + ANNOTATED
    assert len(list(hyperrook.read_records(io.StringIO(text)))) == 2
    assert len(list(hyperrook.read_records(io.BytesIO(text.encode())))) == 2
    out = io.StringIO()
    hyperrook.write_records(out, hyperrook.read_records(io.StringIO(text)))
    assert out.getvalue().count("[Event") == 2
    binary = io.BytesIO()
    hyperrook.write_records(binary, hyperrook.read_records(io.StringIO(text)))
    assert binary.getvalue().decode() == out.getvalue()


def test_a_wrong_record_does_not_stop_the_next():
    text = '[Event "a"]\n\n1. e4 ) e5 *\n\n[Event "b"]\n\n1. d4 *\n'
    with pytest.raises(hyperrook.RecordError) as raised:
        list(hyperrook.read_records(io.StringIO(text)))
    assert raised.value.line == 3 and raised.value.column
    found = list(hyperrook.try_records(io.StringIO(text)))
    assert isinstance(found[0], hyperrook.RecordError)
    assert found[-1].tags["Event"] == "b"


def test_errors_of_files_come_through():
    class Broken(io.RawIOBase):
        def read(self, size=-1):
            raise KeyError("broken")

    class Wrong(io.RawIOBase):
        def read(self, size=-1):
            return 5

    with pytest.raises(KeyError, match="broken"):
        list(hyperrook.read_records(Broken()))
    with pytest.raises(TypeError):
        list(hyperrook.read_records(Wrong()))


def test_records_of_other_rules_are_told():
    record = hyperrook.Record.from_text('[Variant "Crazyhouse"]\n\n1. e4 *')
    with pytest.raises(hyperrook.RecordError, match="Crazyhouse"):
        record.replay()
    record = hyperrook.Record.from_text(f'[Game "{ROOT}/Cargo.toml"]\n\n1. e4 *')
    with pytest.raises(hyperrook.RecordError):
        record.replay()
    with pytest.raises(ValueError, match="result"):
        hyperrook.Record(result="2-0").to_text()
    with pytest.raises(hyperrook.RecordError, match="2 records"):
        hyperrook.Record.from_text("1. e4 *\n\n1. d4 *")


def test_trees_are_built_by_hand(chess):
    from hyperrook import Comment, Glyph, Ply, Record, Variation

    line = Variation(
        plies=[
            Ply("e4", after=[Glyph(3), Comment("a } brace"), Variation(plies=[Ply("d4")])]),
            Ply("c5"),
        ]
    )
    record = Record({"White": "A"}, line, "*")
    again = Record.from_text(record.to_text())
    assert again.line[0].comment == "a } brace" and again.line[0].glyphs == [3]
    assert [ply.move for ply in again.line[0].variations[0]] == ["d4"]
    deep = Variation(plies=[Ply("e4")])
    for _ in range(70):
        deep = Variation(plies=[Ply("e4", after=[deep])])
    with pytest.raises(ValueError, match="deep"):
        Record({}, deep).to_text()


def test_temporary_files_are_written(tmp_path):
    """Those of ``tempfile`` that are named are texts without being of a class for texts."""
    record = hyperrook.Record.from_text("1. e4 *")
    with tempfile.NamedTemporaryFile("w+", dir=tmp_path) as file:
        assert hyperrook.write_records(file, [record, record]) == 2
        file.seek(0)
        assert list(hyperrook.read_records(file)) == [record, record]
    with tempfile.NamedTemporaryFile(dir=tmp_path) as file:
        assert hyperrook.write_records(file, [record]) == 1
