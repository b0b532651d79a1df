//! Game records: what is kept, what is converted to export format, and what is an error.

use hyperrook_notation::record::{
    Annotation, Comment, Element, GameResult, MAX_DEPTH, MoveStyle, Ply, Record, RecordErrorKind,
    RecordLimits, RecordReader, ReplayError, ReplayWarning, ShippedGames, Tags, Variation,
    WriteError, format_record,
};
use hyperrook_notation::short::AnyMoveError;
use hyperrook_rules::Side;
use proptest::prelude::*;

fn read_all(text: &str) -> Vec<Record> {
    RecordReader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn read_one(text: &str) -> Record {
    let mut records = read_all(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn write_all(records: &[Record]) -> String {
    records
        .iter()
        .map(|record| format_record(record).unwrap())
        .collect()
}

/// The number of good records of a text, and its faults.
fn faults(text: &str) -> (usize, Vec<String>) {
    let (good, bad): (Vec<_>, Vec<_>) = RecordReader::new(text.as_bytes()).partition(Result::is_ok);
    let bad = bad.into_iter().map(|error| error.unwrap_err().to_string());
    (good.len(), bad.collect())
}

#[test]
fn export_format_stays_byte_for_byte() {
    let shipped = ShippedGames::new();
    for text in [
        include_str!("pgn/fischer.pgn"),
        include_str!("pgn/constructs.pgn"),
    ] {
        let records = read_all(text);
        assert_eq!(write_all(&records), text);
        for record in &records {
            // The moves are read by the rules and written again.
            let replay = record.replay(|tags| shipped.resolve(tags)).unwrap();
            assert_eq!(replay.warnings, []);
            let again = replay.to_record(MoveStyle::Short);
            assert_eq!(
                format_record(&again).unwrap(),
                format_record(record).unwrap()
            );
        }
    }
}

#[test]
fn comments_glyphs_and_variations_are_read_in_their_places() {
    let record = read_one("1. e4 {a} e5 ( 1... c5 $1 {b} (1... e6 ) 2. Nf3 ) 2. {c} Nf3 *");
    let line = &record.line;
    assert_eq!(record.main_line().collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    assert_eq!(
        line.plies[0].after,
        [Element::Annotation(Annotation::Comment(Comment::new("a")))]
    );
    let [Element::Variation(sicilian)] = &line.plies[1].after[..] else {
        panic!("{line:?}")
    };
    assert_eq!(sicilian.plies[0].mv, "c5");
    assert!(matches!(
        sicilian.plies[0].after[..],
        [
            Element::Annotation(Annotation::Glyph(1)),
            Element::Annotation(_),
            Element::Variation(_)
        ]
    ));
    assert_eq!(sicilian.plies[1].mv, "Nf3");
    assert_eq!(
        line.plies[2].before,
        [Annotation::Comment(Comment::new("c"))]
    );
}

#[test]
fn import_formats_are_converted_to_export_format() {
    for (from, to) in [
        ("1.e4 e5 2.Nf3!? Nc6??", "1. e4 e5 2. Nf3 $5 Nc6 $4 *"),
        ("1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3 *"),
        ("e4 e5\n\n\nNf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 1... e5 *", "1. e4 1... e5 *"),
        ("1 . e4 ... e5 *", ""),
        ("1. e4 1 ... e5 *", "1. e4 1... e5 *"),
        ("1. e4 {x} e5", "1. e4 {x} 1... e5 *"),
        (
            "1. e4 {over\n   two\tlines } e5",
            "1. e4 {over two\tlines } 1... e5 *",
        ),
        ("1. e4 (1. d4 *) e5", "1. e4 (1. d4 {*}) 1... e5 *"),
        ("1. e4 e5 2. {end} 1-0", "1. e4 e5 {end} 1-0"),
        ("% escaped\n1. e4\n%[Event \"x\"]\ne5 *", "1. e4 e5 *"),
        ("1. 22122312 2212d3 *", "1. 22122312 2212d3 *"),
        ("1. e4 ()*", "1. e4 () *"),
        ("\u{feff}1. e4\r\n; c\r\ne5\r*", "1. e4 ; c\n1... e5 *"),
        ("{only remarks}", ""),
        ("", ""),
    ] {
        let (good, bad) = faults(from);
        if to.is_empty() {
            assert_eq!(good, 0, "{from}: {bad:?}");
            continue;
        }
        assert_eq!(format_record(&read_one(from)).unwrap(), format!("{to}\n\n"));
    }
}

#[test]
fn marks_in_passing_and_promotions_in_parentheses_are_read() {
    for (from, to) in [
        (
            "1. e4 a6 2. e5 d5 3. exd6 e.p. a5",
            "1. e4 a6 2. e5 d5 3. exd6 a5 *",
        ),
        (
            "1. e4 a6 2. e5 d5 3. exd6e.p.! {a} a5",
            "1. e4 a6 2. e5 d5 3. exd6 $1 {a} 3... a5 *",
        ),
        ("1. exd6 e.p.+ Ke7", "1. exd6 Ke7 *"),
        ("1. exd6e.p.+ Ke7", "1. exd6+ Ke7 *"),
        ("1. fxg8(Q) a5", "1. fxg8=Q a5 *"),
        ("1. fxg8(q)# 1-0", "1. fxg8=q# 1-0"),
        ("1. e4(d4)", "1. e4 (1. d4) *"),
        ("1. e4(d4 d5)d5", "1. e4 (1. d4 d5) 1... d5 *"),
        ("1. e4 (1. d4)", "1. e4 (1. d4) *"),
    ] {
        let text = format_record(&read_one(from)).unwrap();
        assert_eq!(text, format!("{to}\n\n"), "{from}");
        assert_eq!(write_all(&read_all(&text)), text);
    }
    // A letter in parentheses is a promotion only at the end of a move.
    assert_eq!(
        format_record(&read_one("1. e4 (Q) e5")).unwrap(),
        "1. e4 (1. Q) 1... e5 *\n\n"
    );
    for text in ["1. e.p.", "1. e4 e.d4"] {
        assert_eq!(faults(text).0, 0, "{text}");
    }
    let shipped = ShippedGames::new();
    let record = read_one("1. e4 d5 2. exd5 e6 3. dxe6 a6 4. exf7+ Ke7 5. fxg8(N)+ Ke8 *");
    let replay = record.replay(|tags| shipped.resolve(tags)).unwrap();
    let written = replay.to_record(MoveStyle::Short);
    assert_eq!(written.main_line().nth(8).unwrap(), "fxg8=N+");
}

#[test]
fn a_record_without_result_ends_where_the_next_begins() {
    let text = "[A \"1\"]\n[Result \"1-0\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4 *";
    let records = read_all(text);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].result, GameResult::WhiteWins);
    assert_eq!(records[1].tags.get("A"), Some("2"));
}

#[test]
fn faults_name_their_place_and_reading_continues_with_the_next_record() {
    let good = "[Event \"good\"]\n\n1. e4 *\n\n";
    for (bad, fault) in [
        (
            "[Event bad]\n[Site \"s\"]\n\n1. d4 *\n\n",
            "line 1, column 8: `b` is not possible here; a tag is `[Name \"value\"]`",
        ),
        (
            "[Event \"x]\n\n1. d4 *\n\n",
            "line 1, column 8: the text ends here; a tag's value ends with `\"`",
        ),
        (
            "1. e4 (1. d4 1-0\n\n",
            "line 1, column 7: this variation has no `)`",
        ),
        (
            "1. e4 e5) 2. d4\n\n",
            "line 1, column 9: this `)` ends no variation",
        ),
        (
            "(1. e4) *\n\n",
            "line 1, column 1: a variation follows the move that it replaces, and there is none yet",
        ),
        (
            "1. e4\n  $256 e5\n",
            "line 2, column 3: a glyph is `$` with a number from 0 to 255",
        ),
        (
            "1. e4 $ e5\n",
            "line 1, column 7: a glyph is `$` with a number from 0 to 255",
        ),
        (
            "1. e4!!! e5\n",
            "line 1, column 6: `!!!` is not a mark; there are `!`, `?`, `!!`, `??`, `!?` and `?!`",
        ),
        (
            "1. é4 <e5>\n",
            "line 1, column 7: `<` is not possible here; write moves, comments, variations or a result",
        ),
        (
            "1. e4 {never closed\n\n",
            "line 1, column 7: this comment has no `}`",
        ),
        (
            "1. e4 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa *\n",
            "line 1, column 7: this word is longer than any move",
        ),
        (
            "%\nhello ] world\n",
            "line 2, column 7: `]` is not possible here; write moves, comments, variations or a result",
        ),
    ] {
        assert_eq!(
            faults(&format!("{bad}{good}")),
            (1, vec![fault.to_owned()]),
            "{bad}"
        );
        let both = format!("{good}{bad}{good}");
        assert_eq!(faults(&both).0, 2, "{bad}");
    }
    let (good, bad) = faults("1. e4 (1. d4");
    assert_eq!((good, bad.len()), (0, 1));
}

#[test]
fn records_without_tags_after_a_fault_are_not_lost() {
    for (text, good, bad) in [
        ("1. e4 *\n\n1. e4 $999 e5 *\n\n1. d4 *\n\n1. c4 *\n", 3, 1),
        ("1. e4 $999 e5 *\n1. d4 *\ne4 e5 1/2-1/2\n", 2, 1),
        // The faulty record has no result.
        ("1. e4 $999 e5\n2. Nf3 Nc6\n\n1. d4 *\n", 1, 1),
        // Its result does not stand on the line of the fault.
        ("1. e4 $999 e5\n2. Nf3\n3. Bb5 1-0\n\nd4 *\n", 1, 1),
        // Its own moves after a fault in its tags are not a record.
        ("[Event bad]\n\n1. d4 d5 *\n\n1. e4 *\n", 1, 1),
        ("[Event bad]\n[Site \"1-0\"]\n\n1. d4\n\n1. e4 *\n", 1, 1),
        // The first tag of the next record is faulty as well.
        ("1. e4 $999 *\n\n[D]\n\n1. d4 *\n\n1. c4 *\n", 1, 2),
        // Neither escaped lines nor longer words end a record.
        (
            "1. e4 $999 e5\n% *\n2. Nf3 **\n2... Nc6 *\n\n1. d4 *\n",
            1,
            1,
        ),
    ] {
        let (found, faults) = faults(text);
        assert_eq!((found, faults.len()), (good, bad), "{text}: {faults:?}");
    }
}

#[test]
fn what_is_never_closed_does_not_swallow_the_records_after_it() {
    let good = "[Event \"good\"]\n\n1. e4 {a} (1. d4) *\n\n";
    for (bad, place) in [
        // Without an empty line before the tags of the next record.
        ("1. e4 {open\n", "line 1, column 7: this comment has no `}`"),
        (
            "1. e4 (1. d4 {open\n",
            "line 1, column 14: this comment has no `}`",
        ),
        (
            "{open\n\n[My  \"tag\"]\n\n1. d4 *\n\n",
            "line 1, column 1: this comment has no `}`",
        ),
        (
            "1. e4 (1. d4\n  ",
            "line 1, column 7: this variation has no `)`",
        ),
        (
            "1. e4 (1. d4 (1. c4 e5 2.\n\n",
            "line 1, column 14: this variation has no `)`",
        ),
        // The next record has no tags.
        (
            "1. e4 (1. d4 d5 1-0\n\n1. c4 *\n\n",
            "line 1, column 7: this variation has no `)`",
        ),
        (
            "1. e4 (1. d4 d5\n\n1. c4 *\n\n",
            "line 1, column 7: this variation has no `)`",
        ),
        // A fault before the tags, which are indented.
        (
            "1. e4 $999\n  ",
            "line 1, column 7: a glyph is `$` with a number from 0 to 255",
        ),
    ] {
        let (found, faults) = faults(&format!("{bad}{good}{good}"));
        let others = usize::from(bad.contains("1. c4 *") || bad.contains("1. d4 *"));
        assert_eq!(
            (found, faults),
            (2 + others, vec![place.to_owned()]),
            "{bad}"
        );
    }
    for closed in [
        "1. e4 e5 (1... c5\n\n2. Nf3)\n\n2. Nf3 *",
        "1. e4 (\n\n1. d4 d5)\n\n1... e5 *",
        "1. e4 {see [Event \"x\"] and\n[%clk 1]\n[My \"x\"]\n\n1. d4} e5 *",
    ] {
        assert_eq!(read_one(closed).main_line().next().unwrap(), "e4");
    }
}

#[test]
fn tags_in_comments_are_never_written_at_the_beginning_of_a_line() {
    for length in 0..80 {
        let mut record = read_one("1. e4 *");
        let text = format!("{} [Event \"x\"] [%clk 1] y", "a".repeat(length));
        let comment = Annotation::Comment(Comment::new(&text));
        record.line.plies[0].after = vec![Element::Annotation(comment)];
        let written = format_record(&record).unwrap();
        assert_eq!(read_all(&written), [record], "{written}");
    }
}

#[test]
fn null_moves_end_variations_and_the_rest_is_kept_as_a_comment() {
    let shipped = ShippedGames::new();
    let text = "1. e4 e5 (1... Z0 2. d4 {idea} (2. Nf3) 2... -- 3. Nc3)\n\
                2. Nf3 (2. Bc4 {a} 2... null 3. Qh5 $1) (2. -- d5) 2... Nc6 *\n\n";
    let record = read_one(text);
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&format_record(&record).unwrap()), words(text));
    let replay = record.replay(|tags| shipped.resolve(tags)).unwrap();
    assert_eq!(replay.history().moves().len(), 4);
    let warnings: Vec<String> = replay.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "3 variations have null moves (the first is move 1 of Black, Z0); from there on their \
             moves are only comments"
        ]
    );
    let written = format_record(&replay.to_record(MoveStyle::Short)).unwrap();
    assert_eq!(
        words(&written),
        words(
            "1. e4 e5 {(1... Z0 2. d4 [idea] (2. Nf3) 2... -- 3. Nc3)} 2. Nf3 (2. Bc4 {a} \
             {(2... null 3. Qh5 $1)}) {(2. -- d5)} 2... Nc6 *"
        )
    );
    for null in ["--", "Z0", "@@@@", "0000", "null"] {
        let alone = read_one(&format!("1. e4 (1. d4 {null} 2. c4) *"));
        let replay = alone.replay(|tags| shipped.resolve(tags)).unwrap();
        let warning = replay.warnings[0].to_string();
        let wanted = format!(
            "a variation has a null move (move 1 of Black, {null}); from there on its moves are \
             only a comment"
        );
        assert_eq!(warning, wanted);
        let main = read_one(&format!("1. e4 {null} 2. d4 *"));
        let error = main.replay(|tags| shipped.resolve(tags)).unwrap_err();
        let wanted = format!(
            "move 1 of Black, {null}: a null move stands for a pass, and every turn needs a move"
        );
        assert_eq!(error.to_string(), wanted);
    }
}

#[test]
fn a_refused_move_is_named_once() {
    let shipped = ShippedGames::new();
    for (text, wanted) in [
        (
            "1. e4 e5 2. Ke3",
            "move 2 of White, Ke3: the king on e1 does not move to e3",
        ),
        (
            "1. e1e3",
            "move 1 of White, e1e3: the king on e1 does not move to e3",
        ),
        (
            "1. hello",
            "move 1 of White, hello: this is not a move; write a piece's letter and a cell, such \
             as `Na3`, or both cells, such as `b1a3`",
        ),
        (
            "1. Ne9",
            "move 1 of White, Ne9: this is not a move; this board has no cell `e9`",
        ),
        (
            "1. Nf3 a6 2. d3 a5 3. Nd2",
            "move 3 of White, Nd2: this can mean Nbd2 or Nfd2",
        ),
        (
            "1. Nxf3",
            "move 1 of White, Nxf3: this is not a capture; leave the `x` out: Nf3",
        ),
        (
            "1. e4 (1. Qd3)",
            "move 1 of White, Qd3, in a variation: the queen on d1 ",
        ),
    ] {
        let error = read_one(text).replay(|tags| shipped.resolve(tags));
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{error}");
    }
}

#[test]
fn marks_of_encodings_are_passed_or_named() {
    let record = "[Event \"e\"]\n\n1. e4 *\n\n";
    // Files that were joined have the mark in the middle.
    let joined = format!("\u{feff}{record}").repeat(3).replace('\n', "\r\n");
    let records = read_all(&joined);
    assert_eq!(records.len(), 3);
    assert!(
        records
            .iter()
            .all(|record| record.tags.get("Event") == Some("e"))
    );
    // A character that begins like the mark.
    let record = read_one("\u{ff08} e5 *");
    assert_eq!(record.main_line().next().unwrap(), "\u{ff08}");
    for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
        let bytes = [&mark[..], b"[\0E\0v\0"].concat();
        let mut reader = RecordReader::new(&bytes[..]);
        let error = reader.next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 1: this text is in UTF-16; save it as UTF-8"
        );
        assert!(reader.next().is_none());
    }
    let (good, bad) = faults("1. e4\0 e5 *\n\n1. d4 *");
    let wanted = "line 1, column 6: the character U+0000 is not possible here; write moves, \
                  comments, variations or a result";
    assert_eq!((good, &bad[..]), (1, &[wanted.to_owned()][..]));
}

#[test]
fn very_long_starts_and_options_are_refused_at_once() {
    let long = "/".repeat(1_000_000);
    for (tag, wanted) in [
        (
            "FEN",
            "the text goes on after 100000 bytes, longer than any position",
        ),
        ("Options", "is not an option"),
        ("Game", "which is not known here"),
    ] {
        let record = read_one(&format!("[{tag} \"{long}=\"]\n\n*"));
        let error = record.replay(|tags| ShippedGames::new().resolve(tags));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(wanted) && error.len() < 300, "{error}");
    }
}

#[test]
fn all_faults_of_a_starting_position_stand_in_one_line() {
    for (fen, start) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w HAha - 0 1",
            "the starting position has errors: ",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
            "the starting position has an error: ",
        ),
    ] {
        let record = read_one(&format!("[FEN \"{fen}\"]\n\n*"));
        let error = record
            .replay(|tags| ShippedGames::new().resolve(tags))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(start), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn exceeded_limits_are_reported() {
    let limits = RecordLimits::default().bytes(1000).items(20).depth(2);
    let after = "\n\n[Event \"good\"]\n\n1. e4 *\n";
    let long = format!("1. e4 {{{}}}{after}", "x".repeat(5000));
    let tag = format!("[A \"{}\"]{after}", "x".repeat(5000));
    let many = format!("{}{after}", "e4 ".repeat(30));
    let deep = format!("e4 (e4 (e4 (e4)))*{after}");
    let line = format!("e4 ;{}{after}", "x".repeat(5000));
    let comments = format!("{}{after}", "{x} ".repeat(3000));
    for (text, wanted) in [
        (long, "longer than 1000 bytes"),
        (tag, "longer than 1000 bytes"),
        (line, "longer than 1000 bytes"),
        (many, "has more than 20 moves"),
        (comments, "has more than 20 moves"),
        (deep, "nested more than 2 deep"),
    ] {
        let read: Vec<_> = RecordReader::with_limits(text.as_bytes(), limits).collect();
        assert_eq!(read.len(), 2, "{text} {read:?}");
        let error = read[0].as_ref().unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
        let good = read[1].as_ref().unwrap();
        assert_eq!(good.tags.get("Event"), Some("good"));
    }
    // Space between records is not part of one.
    let spaced = format!("{}1. e4 *", "\n".repeat(5000));
    assert!(RecordReader::with_limits(spaced.as_bytes(), limits).all(|read| read.is_ok()));
}

#[test]
fn a_stream_that_fails_ends() {
    struct Broken(usize);
    impl std::io::Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => {
                    into[..7].copy_from_slice(b"1. e4 (");
                    Ok(7)
                }
                2 => Err(std::io::ErrorKind::Interrupted.into()),
                _ => Err(std::io::Error::other("gone")),
            }
        }
    }
    let mut reader = RecordReader::new(std::io::BufReader::new(Broken(0)));
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.kind, RecordErrorKind::Io(_)));
    assert_eq!((error.line, error.column), (1, 8));
    assert!(reader.next().is_none());
}

#[test]
fn latin_1_is_read() {
    let text = b"[White \"M\xfcller\"]\n\n1. e4 {\xe9} *".as_slice();
    let record = RecordReader::new(text).next().unwrap().unwrap();
    assert_eq!(record.tags.get("White"), Some("Müller"));
}

#[test]
fn records_that_could_not_be_read_back_are_not_written() {
    for text in ["", "e4 e5", "1-0", "*", "e4!", "{", "1/2"] {
        let mut record: Record = read_one("1. e4 *");
        record.line.plies[0].mv = text.to_owned();
        assert!(
            matches!(format_record(&record), Err(WriteError::Move(_))),
            "{text}"
        );
    }
    assert!(Tags::new().set("no name", "x").is_err());
    let mut tags = Tags::new();
    tags.set("Name", "two\nlines").unwrap();
    assert_eq!(tags.get("Name"), Some("two lines"));
}

#[test]
fn the_result_tag_follows_the_result() {
    let mut record = read_one("[Result \"*\"]\n\n1. e4 1-0");
    let replay = record
        .replay(|tags| ShippedGames::new().resolve(tags))
        .unwrap();
    assert!(matches!(
        replay.warnings[..],
        [ReplayWarning::ResultTag {
            end: GameResult::WhiteWins,
            ..
        }]
    ));
    assert_eq!(
        format_record(&record).unwrap(),
        "[Result \"1-0\"]\n\n1. e4 1-0\n\n"
    );
    record.result = GameResult::Draw;
    assert!(
        format_record(&record)
            .unwrap()
            .starts_with("[Result \"1/2-1/2\"]")
    );
    let mated = read_one("1. f3 e5 2. g4 Qh4# 1-0");
    let replay = mated
        .replay(|tags| ShippedGames::new().resolve(tags))
        .unwrap();
    assert!(matches!(
        replay.warnings[..],
        [ReplayWarning::Outcome { .. }]
    ));
}

#[test]
fn a_record_made_with_other_rules_gives_a_warning() {
    let shipped = ShippedGames::new();
    let text = "[Game \"walkers\"]\n[RuleSet \"0123\"]\n\n1. b4c4 *";
    let replay = read_one(text).replay(|tags| shipped.resolve(tags));
    let error = replay.unwrap_err().to_string();
    assert!(
        error.contains("made with other rules of walkers (rule set 0123)"),
        "{error}"
    );
    let text = "[Game \"walkers\"]\n[RuleSet \"0123\"]\n\n1. a4a5 *";
    let replay = read_one(text).replay(|tags| shipped.resolve(tags)).unwrap();
    assert!(
        matches!(&replay.warnings[..], [ReplayWarning::RuleSet(differs)] if differs.recorded == "0123")
    );
    let identity = replay.game().definition().identity();
    let text = format!("[Game \"walkers\"]\n[RuleSet \"{identity}\"]\n\n1. a4a5 *");
    let replay = read_one(&text)
        .replay(|tags| shipped.resolve(tags))
        .unwrap();
    assert_eq!(replay.warnings, []);
}

#[test]
fn games_are_found_by_their_tags() {
    let shipped = ShippedGames::new();
    for (tags, wanted) in [
        ("", Ok("chess")),
        ("[Variant \"Standard\"]\n\n", Ok("chess")),
        (
            "[Game \"gateway\"]\n[Options \"length=8\"]\n\n",
            Ok("gateway"),
        ),
        (
            "[Variant \"Atomic\"]\n\n",
            Err("the game `Atomic`, which is not known"),
        ),
        (
            "[Game \"checkers\"]\n\n",
            Err("the game `checkers`, which is not known"),
        ),
        (
            "[Game \"gateway\"]\n[Options \"length\"]\n\n",
            Err("`length` is not an option"),
        ),
        (
            "[Game \"gateway\"]\n[Options \"length=9\"]\n\n",
            Err("cannot be `9`"),
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n",
            Err("the starting position has errors: "),
        ),
    ] {
        let replay = read_one(&format!("{tags}*")).replay(|tags| shipped.resolve(tags));
        match wanted {
            Ok(name) => assert_eq!(replay.unwrap().game().definition().name(), name),
            Err(part) => {
                let error = replay.unwrap_err().to_string();
                assert!(error.contains(part), "{error}");
            }
        }
    }
}

#[test]
fn illegal_moves_are_named_with_their_number() {
    let record = "1. e4 e5 2. Nf3 (2. Bc4 Nc6 3. Ke3) *";
    let replay = read_one(record).replay(|tags| ShippedGames::new().resolve(tags));
    let Err(ReplayError::Move {
        number: 3,
        side: Side::White,
        ply: 5,
        text,
        in_variation: true,
        error,
        ..
    }) = replay
    else {
        panic!("{replay:?}")
    };
    assert!(matches!(*error, AnyMoveError::Short(_)), "{error:?}");
    assert_eq!(text, "Ke3");
    assert_eq!(
        error.to_string(),
        "`Ke3` is not a legal move: the king on e1 does not move to e3"
    );
}

fn notes() -> impl Strategy<Value = Vec<Annotation>> {
    let comment =
        ("[ a-z%{;\\[\\]()\"é\u{3000}\t}]{0,90}", any::<bool>()).prop_map(|(text, end)| {
            let to_line_end = end || text.contains('}');
            // Line breaks are not kept.
            let text = if to_line_end {
                text.trim_end().to_owned()
            } else {
                text
            };
            Annotation::Comment(Comment { text, to_line_end })
        });
    let note = prop_oneof![comment, any::<u8>().prop_map(Annotation::Glyph)];
    proptest::collection::vec(note, 0..3)
}

fn lines() -> impl Strategy<Value = Variation> {
    let word = "[a-zA-Z0-9=+#:/-]{1,12}".prop_filter("results are not moves", |word| {
        word.parse::<GameResult>().is_err()
    });
    let words = proptest::collection::vec((word, notes(), notes()), 0..6);
    let line = (notes(), words).prop_map(|(intro, words)| Variation {
        intro,
        plies: words
            .into_iter()
            .map(|(mv, before, after)| Ply {
                before,
                mv,
                after: after.into_iter().map(Element::Annotation).collect(),
                numbered: false,
            })
            .collect(),
    });
    line.prop_recursive(3, 20, 3, |inner| {
        (inner.clone(), inner, any::<prop::sample::Index>()).prop_map(
            |(mut line, variation, at)| {
                if !line.plies.is_empty() {
                    let at = at.index(line.plies.len());
                    line.plies[at].after.push(Element::Variation(variation));
                }
                line
            },
        )
    })
}

fn records() -> impl Strategy<Value = Record> {
    let tag = ("[A-Za-z0-9_]{1,8}", "[ -~é]{0,30}");
    let tags = proptest::collection::vec(tag, 0..4).prop_map(|all| {
        let mut tags = Tags::new();
        for (name, value) in all {
            tags.set(&name, &value).unwrap();
        }
        tags
    });
    let results = prop_oneof![
        Just(GameResult::Open),
        Just(GameResult::Draw),
        Just(GameResult::WhiteWins),
        Just(GameResult::BlackWins)
    ];
    (tags, lines(), results).prop_map(|(tags, line, result)| Record { tags, line, result })
}

proptest! {
    #[test]
    fn every_record_reads_back(records in proptest::collection::vec(records(), 0..3)) {
        let text = write_all(&records);
        prop_assert_eq!(read_all(&text), records, "{}", text);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes: Vec<u8>) {
        let _ = RecordReader::new(&bytes[..]).count();
    }

    #[test]
    fn no_text_like_a_record_makes_the_reader_panic(
        text in "([\\[\\]{}();$!?.%*\"\\\\\n ]|1-0|e4|12|\\[A \"|Nf3|é){0,60}"
    ) {
        let records: Vec<Record> = RecordReader::new(text.as_bytes()).flatten().collect();
        // What has been read stays the same when it is written and read again.
        let again = write_all(&records);
        prop_assert_eq!(read_all(&again), records, "{}", again);
    }
}

#[test]
fn a_replay_nested_too_deep_by_hand_is_cut_when_written() {
    let record = Record {
        tags: Tags::default(),
        line: nested(1).line,
        result: GameResult::Open,
    };
    let mut replay = record
        .replay(|tags| ShippedGames::new().resolve(tags))
        .unwrap();
    let mv = replay.record.line.plies[0].mv;
    let mut line = Variation::default();
    for _ in 0..5_000 {
        let mut ply = Ply::new(mv);
        ply.after
            .push(Element::Variation(std::mem::take(&mut line)));
        line.plies.push(ply);
    }
    replay.record.line = line;
    let record = replay.to_record(MoveStyle::Short);
    assert!(format_record(&record).is_ok());
}

/// A record whose first move has nested variations.
fn nested(depth: usize) -> Record {
    let mut line = Variation::default();
    for _ in 0..depth {
        let mut ply = Ply::new("e4".to_owned());
        ply.after
            .push(Element::Variation(std::mem::take(&mut line)));
        line.plies.push(ply);
    }
    Record {
        tags: Tags::default(),
        line,
        result: GameResult::Open,
    }
}

#[test]
fn records_nested_too_deep_to_be_read_are_neither_written_nor_replayed() {
    let shipped = ShippedGames::default();
    let deepest = nested(MAX_DEPTH);
    let text = format_record(&deepest).unwrap();
    let limits = RecordLimits::default().depth(usize::MAX);
    for limits in [limits, RecordLimits::default()] {
        let mut read = RecordReader::with_limits(text.as_bytes(), limits);
        let read = read.next().unwrap();
        assert_eq!(read.unwrap().line, deepest.line);
    }
    assert!(deepest.replay(|tags| shipped.resolve(tags)).is_ok());
    for depth in [MAX_DEPTH + 1, 5_000] {
        let deep = nested(depth);
        let error = format_record(&deep).unwrap_err();
        assert!(
            error.to_string().contains("nested more than 64 deep"),
            "{error}"
        );
        let error = deep.replay(|tags| shipped.resolve(tags)).unwrap_err();
        assert!(
            error.to_string().contains("nested more than 64 deep"),
            "{error}"
        );
        // The same text as another program might write it.
        let text = format!("{}e4{} *\n", "e4 (".repeat(depth), ")".repeat(depth));
        let read = RecordReader::with_limits(text.as_bytes(), limits).next();
        let error = read.unwrap().unwrap_err();
        assert!(
            error.to_string().contains("nested more than 64 deep"),
            "{error}"
        );
    }
}

#[test]
fn tags_keep_their_order() {
    let mut tags = read_one("[Note \"one\"]\n[Event \"e\"]\n[Round \"2\"]\n\n*\n").tags;
    tags.set("Note", "new").unwrap();
    assert_eq!(tags.get("Note"), Some("new"));
    // The places of the others change.
    tags.remove("Event");
    tags.set("Round", "3").unwrap();
    assert_eq!(tags.get("Round"), Some("3"));
    assert_eq!(tags.get("Event"), None);
    let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Note", "Round"]);
    assert!(tags.set("No name", "").is_err());
    let names: Vec<String> = Tags::roster()
        .iter()
        .map(|(name, _)| name.to_owned())
        .collect();
    assert_eq!(
        names,
        ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    );
}
