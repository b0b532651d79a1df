import { describe, expect, it } from 'vitest';
import { awaiting, titleWith } from '../src/lib/awaiting';
import { dayKey, resultFor, weeksOf } from '../src/lib/calendar';
import { curve } from '../src/lib/curve';
import { bestGame, byTitle, isGoingOn } from '../src/lib/liveGames';
import { matching } from '../src/lib/myGames';
import { isCapture, spoken, takeApart } from '../src/lib/spoken';
import type { GameState, GameSummary, PlacedPiece, Player, ServerMessage } from '../src/lib/types';
import { hintArrows, hintMarks, type Hint } from '../src/play/hint';
import { leadText, material } from '../src/play/material';
import { PRESETS, sameClock } from '../src/play/presets';
import { replyDelayMs } from '../src/play/replyDelay';
import { newSync } from '../src/play/sync';
import { fixture } from './fixtures';

describe('short notation', () => {
  const gateway = fixture('gateway').info;
  const chess = fixture('chess').info;

  it('tells captures from a level called x', () => {
    expect(isCapture(gateway, 'C-xb6')).toBe(false);
    // As it was written before.
    expect(isCapture(gateway, 'Cxb6')).toBe(false);
    expect(isCapture(gateway, 'xb4')).toBe(false);
    expect(isCapture(gateway, 'Cxxb6+')).toBe(true);
    expect(isCapture(gateway, 'Cxa1xzb6')).toBe(true);
    expect(takeApart(gateway, 'Cxa1-zb6')).toMatchObject({
      origin: 'xa1',
      captures: false,
      destination: 'zb6',
    });
  });

  it('is read aloud with names', () => {
    expect(spoken(chess, 'Nbxd7+')).toBe('knight from b takes d7');
    expect(spoken(chess, 'exd8=Q#')).toBe('from e takes d8 becomes queen');
    expect(spoken(chess, 'e4')).toBe('e4');
    expect(spoken(chess, 'O-O+')).toBe('O-O');
    expect(spoken(gateway, 'R-xa2')).toBe('rook xa2');
  });
});

describe('material', () => {
  const { info, view } = fixture('chess');
  const without = (gone: (piece: PlacedPiece) => boolean): PlacedPiece[] =>
    view.pieces.filter((piece) => !gone(piece));

  it('is equal at the start of every game', () => {
    for (const name of ['chess', 'gateway', 'sesqui', 'twoboards']) {
      const it = fixture(name);
      const found = material(it.info, it.view.pieces, it.view.pieces);
      expect(found.white).toEqual({ captured: [], lead: 0 });
      expect(found.black).toEqual({ captured: [], lead: 0 });
    }
  });

  it('counts what is captured, the most valuable first', () => {
    const now = without((piece) => piece.side === 'black' && 'QP'.includes(piece.letter));
    const { white, black } = material(info, view.pieces, now);
    expect(white.captured).toEqual([
      { letter: 'Q', number: 1 },
      { letter: 'P', number: 8 },
    ]);
    expect(white.lead).toBeGreaterThan(1500);
    expect(black).toEqual({ captured: [], lead: -white.lead });
    expect(leadText(white.lead)).toMatch(/^\+\d+(\.\d)?$/);
    expect(leadText(black.lead)).toBe('');
  });

  it('does not take a promotion for a capture', () => {
    const pawn = view.pieces.find((piece) => piece.side === 'white' && piece.letter === 'P');
    const now = view.pieces.map((piece) => (piece === pawn ? { ...piece, letter: 'Q' } : piece));
    expect(material(info, view.pieces, now).black.captured).toEqual([]);
  });
});

describe('the reply of the computer', () => {
  const state = {
    you: 'white',
    white: { kind: 'person' },
    black: { kind: 'engine', level: 2 },
    clock: { kind: 'none' },
  } as unknown as GameState;
  const sync = { ...newSync('g'), state };
  const reply = { t: 'move', id: 'g', view: { side: 'white' } } as unknown as ServerMessage;

  it('waits until it is seen', () => {
    expect(replyDelayMs(sync, reply, 100, 550)).toBe(450);
    expect(replyDelayMs(sync, reply, 900, 550)).toBe(0);
    expect(replyDelayMs(sync, reply, 100, 0)).toBe(0);
  });

  it('does not wait for own moves, other players, other messages, or while a clock runs', () => {
    const own = { ...reply, view: { side: 'black' } } as unknown as ServerMessage;
    expect(replyDelayMs(sync, own, 100, 550)).toBe(0);
    expect(replyDelayMs(sync, { t: 'ack', key: 'k', seq: 1 } as ServerMessage, 100, 550)).toBe(0);
    const against = { ...state, black: { kind: 'person' } } as unknown as GameState;
    expect(replyDelayMs({ ...sync, state: against }, reply, 100, 550)).toBe(0);
    const timed = {
      ...state,
      clock: { kind: 'live', initial_ms: 1, increment_ms: 0 },
    } as unknown as GameState;
    expect(replyDelayMs({ ...sync, state: timed }, reply, 100, 550)).toBe(0);
    expect(replyDelayMs(sync, reply, null, 550)).toBe(0);
  });
});

it('shows first the piece of a hint, then where it goes', () => {
  const hint = { move: { from: 3, to: 7 }, whole: false } as unknown as Hint;
  expect(hintMarks(hint)).toEqual([{ cell: 3, role: 'hint' }]);
  expect(hintArrows(hint)).toEqual([]);
  expect(hintArrows({ ...hint, whole: true })).toEqual([{ path: [3, 7], role: 'hint' }]);
  expect(hintMarks(null)).toEqual([]);
});

describe('lists of games', () => {
  const game = (more: object): GameSummary =>
    ({
      id: 'x',
      title: 'Chess',
      white: { kind: 'person', rating: 1500 },
      black: { kind: 'person', rating: 1500 },
      clock: { kind: 'live', initial_ms: 60_000, increment_ms: 0 },
      outcome: null,
      your_turn: false,
      you: null,
      ...more,
    }) as unknown as GameSummary;

  it('know the best game to watch', () => {
    const strong = game({ id: 'strong', white: { kind: 'person', rating: 2100 } });
    const engine = game({ id: 'engine', black: { kind: 'engine', level: 8 } });
    expect(bestGame([game({}), engine, strong])?.id).toBe('strong');
    expect(bestGame([{ ...strong, outcome: { result: '1-0' } } as GameSummary])).toBeUndefined();
    expect(byTitle([game({}), game({ title: 'Gateway' }), game({})])).toEqual([
      { title: 'Chess', count: 2 },
      { title: 'Gateway', count: 1 },
    ]);
  });

  it('know which games are left, or have not begun', () => {
    const now = Date.parse('2026-11-30T12:00:00Z');
    const last = { from: 12, to: 28 };
    const long = '2026-11-30T11:30:00Z';
    const engine = { kind: 'engine', level: 3 };
    const new_ = '2026-11-30T11:55:00Z';
    expect(isGoingOn(game({ last: null, updated: new_, black: engine }), now)).toBe(false);
    expect(isGoingOn(game({ last: null, updated: long }), now)).toBe(false);
    expect(isGoingOn(game({ last: null, updated: new_ }), now)).toBe(true);
    expect(isGoingOn(game({ last, updated: long }), now)).toBe(true);
    expect(isGoingOn(game({ last, updated: long, black: engine }), now)).toBe(false);
    expect(isGoingOn(game({ last, updated: new_, black: engine }), now)).toBe(true);
  });

  it('are found by game, opponent and result', () => {
    const won = game({ id: 'won', you: 'white', black: { kind: 'person', name: 'Ada' } });
    const lost = game({ id: 'lost', you: 'black', title: 'Gateway', white: { kind: 'engine', level: 2 } });
    const over = [won, lost].map((it) => ({ ...it, outcome: { result: '1-0' } }) as GameSummary);
    const found = (filter: Partial<Parameters<typeof matching>[1]>): string[] =>
      matching(over, { title: '', opponent: '', result: '', ...filter }).map((it) => it.id);
    expect(found({})).toEqual(['won', 'lost']);
    expect(found({ title: 'Gateway' })).toEqual(['lost']);
    expect(found({ opponent: ' ada' })).toEqual(['won']);
    expect(found({ opponent: 'computer' })).toEqual(['lost']);
    expect(found({ result: 'lost' })).toEqual(['lost']);
    expect(found({ result: 'drawn' })).toEqual([]);
  });

  it('know what waits', () => {
    const slow = game({ your_turn: true, clock: { kind: 'days', days: 3 } });
    expect(awaiting([slow, game({ your_turn: true }), game({})])).toEqual([slow]);
    // Against the computer only time presses.
    const computer = { kind: 'engine', level: 1 } as Player;
    const timed = { ...slow, black: computer };
    expect(awaiting([timed, { ...timed, clock: { kind: 'none' } }])).toEqual([timed]);
    expect(titleWith('Lobby', 2)).toBe('(2) Lobby');
    expect(titleWith('(2) Lobby', 3)).toBe('(3) Lobby');
    expect(titleWith('(2) Lobby', 0)).toBe('Lobby');
  });

  it('are a calendar', () => {
    const at = new Date(2026, 1, 14, 12);
    const won = game({ outcome: { result: '1-0' }, you: 'white', updated: at.toISOString() });
    const due = game({ due: new Date(2026, 1, 28, 23).toISOString(), updated: at.toISOString() });
    const weeks = weeksOf(2026, 1, [won, due]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    const days = weeks.flat().filter((day) => day !== null);
    expect(days).toHaveLength(28);
    // The first of February 2026 is a Sunday.
    expect(weeks[0]?.slice(0, 6)).toEqual([null, null, null, null, null, null]);
    expect(days.find((day) => day.key === dayKey(at))?.over).toEqual([won]);
    expect(days.at(-1)?.due).toEqual([due]);
    expect(resultFor(won)).toBe('won');
    expect(resultFor({ ...won, you: 'black' } as GameSummary)).toBe('lost');
    expect(resultFor({ ...won, outcome: { result: '1/2-1/2' } } as GameSummary)).toBe('drawn');
  });
});

it('draws a curve with round lines', () => {
  const drawn = curve([1500, 1620, 1580], 600, 100);
  expect(drawn.path.split('L')).toHaveLength(3);
  expect([drawn.lowest, drawn.highest]).toEqual([1500, 1620]);
  expect(drawn.lines.length).toBeGreaterThan(1);
  expect(drawn.lines.every((line) => line.value % 50 === 0 && line.y >= 0 && line.y <= 100)).toBe(true);
  expect(curve([1500], 600, 100).path).toMatch(/^M300\.0 /);
});

it('has clocks that the server allows', () => {
  for (const { clock } of PRESETS) {
    if (clock.kind === 'live') expect(clock.initial_ms).toBeGreaterThanOrEqual(60_000);
    expect(PRESETS.filter((other) => sameClock(other.clock, clock))).toHaveLength(1);
  }
});
