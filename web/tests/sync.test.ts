import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../src/lib/types';
import type { MoveInfo, GameState, Side } from '../src/lib/types';
import { hasMoved, isSending, newSync, step, type Input, type Note, type GameSync } from '../src/play/sync';
import { fixture } from './fixtures';

const start = fixture('chess').view;

function state(seq: number, more: Partial<GameState> = {}): GameState {
  const side: Side = seq % 2 === 0 ? 'white' : 'black';
  return {
    id: 'g',
    game: { name: 'chess' },
    title: 'Chess',
    white: null,
    black: null,
    clock: { kind: 'none' },
    rated: false,
    you: 'white',
    seq,
    view: { ...start, side, ply: seq },
    start: null,
    moves: Array.from({ length: seq }, (_, i) => ({ text: `m${i}`, short: `M${i}`, at: '', spent_ms: 0 })),
    clocks: null,
    offer: { draw: null, takeback: null },
    outcome: null,
    rematch: { offered: null, id: null },
    watchers: 0,
    conditional: null,
    ...more,
  };
}

const move: MoveInfo = {
  text: 'e2e4',
  short: 'e4',
  from: 12,
  to: 28,
  cells_after: null,
  promotion: null,
  captures: [],
  kind: 'move',
};

type MoveMessage = Extract<ServerMessage, { t: 'move' }>;

function moveMessage(seq: number, text = `m${seq - 1}`): MoveMessage {
  const s = state(seq);
  return {
    t: 'move',
    id: 'g',
    seq,
    move: { text, short: text, at: '', spent_ms: 0 },
    view: s.view,
    clocks: null,
    outcome: null,
  };
}

/** Runs inputs one after another, and collects messages and notes. */
function run(sync: GameSync, ...inputs: Input[]): { sync: GameSync; out: { t: string }[]; notes: Note[] } {
  const out: { t: string }[] = [];
  const notes: Note[] = [];
  let now = sync;
  for (const input of inputs) {
    const next = step(now, input, 12.4);
    now = next.sync;
    out.push(...next.out);
    notes.push(...next.notes);
  }
  return { sync: now, out, notes };
}

const playing = run(newSync('g'), { t: 'open' }, { t: 'state', id: 'g', state: state(0) });

describe('the state of a game', () => {
  it('asks for the game, and says how many moves it knows', () => {
    expect(playing.out).toEqual([{ t: 'watch', id: 'g', since: null }]);
    const again = run(playing.sync, moveMessage(1), { t: 'closed' }, { t: 'open' });
    expect(again.out).toEqual([{ t: 'watch', id: 'g', since: 1 }]);
    expect(again.sync.state?.moves.map((m) => m.text)).toEqual(['m0']);
  });

  it('sends a move with its key and the number of moves before it', () => {
    const sent = run(playing.sync, { t: 'make', key: 'k', move });
    expect(sent.out).toEqual([{ t: 'move', id: 'g', key: 'k', seq: 0, move: 'e2e4', lag_ms: 12 }]);
    expect(run(sent.sync, { t: 'make', key: 'k2', move }).out).toEqual([]);
    const done = run(sent.sync, moveMessage(1, 'e2e4'), { t: 'ack', key: 'k', seq: 1 });
    expect(done.sync.pending).toBeNull();
    expect(done.notes).toEqual([
      { kind: 'moved', side: 'white', short: 'e2e4', own: true, capture: false, check: false },
    ]);
  });

  it('sends an unacknowledged move again, with the same key', () => {
    const cut = run(playing.sync, { t: 'make', key: 'k', move }, { t: 'closed' }, { t: 'open' });
    expect(cut.out.slice(1)).toEqual([
      { t: 'watch', id: 'g', since: 0 },
      { t: 'move', id: 'g', key: 'k', seq: 0, move: 'e2e4', lag_ms: 12 },
    ]);
    // The server already had the move.
    const known = run(
      cut.sync,
      moveMessage(1, 'e2e4'),
      { t: 'ack', key: 'k', seq: 1 },
      { t: 'closed' },
      { t: 'open' },
    );
    expect(known.out).toEqual([{ t: 'watch', id: 'g', since: 1 }]);
  });

  it('keeps a move pending until the position with it arrives', () => {
    const acked = run(playing.sync, { t: 'make', key: 'k', move }, { t: 'ack', key: 'k', seq: 1 });
    expect(acked.sync.pending).not.toBeNull();
    expect(run(acked.sync, moveMessage(1, 'e2e4')).sync.pending).toBeNull();
  });

  it('knows who follows the game', () => {
    const person = { kind: 'person' as const, name: 'A', user: 'a', online: false };
    const shown = run(newSync('g'), { t: 'state', id: 'g', state: state(1, { white: person }) });
    const presence = { t: 'presence' as const, id: 'g', white: true, black: false, watchers: 3 };
    const seen = run(shown.sync, presence, { ...presence, id: 'another', watchers: 9 });
    expect(seen.sync.state).toEqual(state(1, { white: { ...person, online: true }, watchers: 3 }));
    expect([seen.out, seen.notes]).toEqual([[], []]);
    expect(run(newSync('g'), presence).sync.state).toBeNull();
  });

  it('drops a refused move and says why', () => {
    const refused = run(
      playing.sync,
      { t: 'make', key: 'k', move },
      { t: 'refused', key: 'k', code: 'illegal', message: 'No.', state: state(2) },
    );
    expect(refused.sync.pending).toBeNull();
    expect(refused.sync.state?.seq).toBe(2);
    expect(refused.notes).toContainEqual({ kind: 'refused', message: 'No.' });
    expect(run(playing.sync, { t: 'refused', key: 'other', code: '', message: '' }).notes).toEqual([]);
  });

  it('sends again what the server could not store', () => {
    const sent = run(playing.sync, { t: 'make', key: 'k', move });
    const full = run(sent.sync, { t: 'refused', key: 'k', code: 'try_again', message: 'Busy.' });
    expect(full.notes).toEqual([{ kind: 'retry' }]);
    expect(run(full.sync, { t: 'retry' }).out).toEqual(sent.out);
  });

  it('sends all together again, once, however much was refused', () => {
    const draw = { t: 'draw', id: 'g', key: 'd', accept: true } as const;
    const refusal = (key: string) => ({ t: 'refused', key, code: 'try_again', message: 'Busy.' }) as const;
    const sent = run(playing.sync, { t: 'make', key: 'k', move }, { t: 'act', action: draw });
    const full = run(sent.sync, refusal('k'), refusal('d'));
    expect(full.notes).toEqual([{ kind: 'retry' }]);
    const again = run(full.sync, { t: 'retry' });
    expect(again.out).toHaveLength(2);
    expect(run(again.sync, { t: 'retry' }).out).toEqual([]);
    expect(run(again.sync, refusal('k'), refusal('d')).notes).toEqual([{ kind: 'retry' }]);
    // A new connection sends everything by itself.
    const opened = run(full.sync, { t: 'open' });
    expect(opened.out).toHaveLength(3);
    expect(run(opened.sync, { t: 'retry' }).out).toEqual([]);
  });

  it('asks for the state when a move is missing, and ignores repeated ones', () => {
    const gap = run(playing.sync, moveMessage(3));
    expect(gap.out).toEqual([{ t: 'watch', id: 'g', since: 0 }]);
    expect(gap.sync.state?.seq).toBe(0);
    const twice = run(playing.sync, moveMessage(1), moveMessage(1));
    expect(twice.sync.state?.moves).toHaveLength(1);
    expect(twice.notes).toHaveLength(1);
  });

  it('follows takebacks, and drops the pending move', () => {
    const before = run(playing.sync, moveMessage(1), moveMessage(2), { t: 'make', key: 'k', move });
    const back = run(before.sync, { t: 'event', id: 'g', kind: 'takeback', state: state(0) });
    expect(back.sync.state?.seq).toBe(0);
    expect(back.sync.pending).toBeNull();
    expect(back.notes).toEqual([{ kind: 'event', event: 'takeback' }]);
    // A takeback that happened while we were away comes as a plain state.
    expect(run(before.sync, { t: 'state', id: 'g', state: state(0) }).sync.state?.seq).toBe(0);
  });

  it("keeps the mover's offer of a draw after the move, and no other", () => {
    const after = (draw: Side, message: ServerMessage): unknown => {
      const offered = state(0, { offer: { draw, takeback: 'black' } });
      return run(playing.sync, { t: 'event', id: 'g', kind: 'draw_offer', state: offered }, message).sync
        .state?.offer;
    };
    expect(after('white', moveMessage(1))).toEqual({ draw: 'white', takeback: null });
    expect(after('black', moveMessage(1))).toEqual({ draw: null, takeback: null });
    const mate: MoveMessage = {
      ...moveMessage(1),
      outcome: { result: '1-0', reason: 'checkmate', text: 'Black is mated.' },
    };
    expect(after('white', mate)).toEqual({ draw: null, takeback: null });
  });

  it('keeps offers until they are acknowledged', () => {
    const action = { t: 'draw', id: 'g', key: 'd', accept: true } as const;
    const offered = run(playing.sync, { t: 'act', action }, { t: 'closed' }, { t: 'open' });
    expect(offered.out.filter((m) => m.t === 'draw')).toHaveLength(2);
    expect(run(offered.sync, { t: 'ack', key: 'd', seq: 0 }).sync.actions).toEqual([]);
  });

  it('does not send an action again that is on its way', () => {
    const act = (key: string, accept = true): Input => ({
      t: 'act',
      action: { t: 'takeback', id: 'g', key, accept },
    });
    const tapped = run(playing.sync, act('a'), act('b'), act('c'));
    expect(tapped.out).toHaveLength(1);
    expect(isSending(tapped.sync, { t: 'takeback', accept: true })).toBe(true);
    expect(isSending(tapped.sync, { t: 'draw', accept: true })).toBe(false);
    // To withdraw the request is something else.
    expect(run(tapped.sync, act('d', false)).out).toHaveLength(1);
    expect(run(tapped.sync, { t: 'ack', key: 'a', seq: 0 }, act('e')).out).toHaveLength(1);
    const lines = (key: string): Input => ({
      t: 'act',
      action: { t: 'conditional', id: 'g', key, seq: 0, lines: [] },
    });
    expect(run(playing.sync, lines('a'), lines('b')).out).toHaveLength(2);
  });

  it('knows whether a player has a move to take back', () => {
    expect(hasMoved(state(0), 'white')).toBe(false);
    expect(hasMoved(state(1), 'white')).toBe(true);
    expect(hasMoved(state(1), 'black')).toBe(false);
    expect(hasMoved(state(2), 'black')).toBe(true);
    // Black moves first in a position that was set up.
    const setUp = (seq: number, side: Side): GameState => state(seq, { view: { ...start, side } });
    expect(hasMoved(setUp(1, 'white'), 'white')).toBe(false);
    expect(hasMoved(setUp(1, 'white'), 'black')).toBe(true);
  });

  it('leads to a rematch that begins while we are here, and to no earlier one', () => {
    const outcome = { result: '1-0', reason: 'resignation', text: 'Black resigned.' } as const;
    const offered = state(0, { outcome, rematch: { offered: 'black', id: null } });
    const begun = state(0, { outcome, rematch: { offered: 'white', id: 'h' } });
    const note: Note = { kind: 'rematch', id: 'h' };
    const shown = (...states: GameState[]): Note[] =>
      run(newSync('g'), ...states.map((one): Input => ({ t: 'state', id: 'g', state: one }))).notes;
    expect(shown(offered, begun)).toContainEqual(note);
    expect(shown(offered, begun, begun).filter((it) => it.kind === 'rematch')).toEqual([note]);
    expect(shown(begun)).toEqual([]);
    expect(shown({ ...offered, you: null }, { ...begun, you: null })).toEqual([]);
  });

  it('says once that the game is over', () => {
    const outcome = { result: '1-0', reason: 'resignation', text: 'Black resigned.' } as const;
    const over = state(0, { outcome });
    const ended = run(
      playing.sync,
      { t: 'event', id: 'g', kind: 'end', state: over },
      { t: 'state', id: 'g', state: over },
    );
    expect(ended.notes.filter((note) => note.kind === 'ended')).toHaveLength(1);
  });

  it('ignores other games', () => {
    const other = run(playing.sync, { ...moveMessage(1), id: 'h' } as ServerMessage);
    expect(other.sync).toBe(playing.sync);
  });
});
