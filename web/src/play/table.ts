// The state of a game being played or watched, as a pure function of events: the last state from the server, our actions
// that it has not acknowledged, and the messages to send next.

import type { EventKind, FromServer, MoveInfo, Outcome, PlayState, Side, ToServer, View } from '../lib/types';

/** Our move, not yet acknowledged. It is sent again, with the same key, until it is acknowledged or refused. */
export interface Pending {
  key: string;
  seq: number;
  move: MoveInfo;
}

type Action = Extract<ToServer, { t: 'resign' | 'draw' | 'takeback' | 'abort' | 'rematch' | 'conditional' }>;

export interface Table {
  id: string;
  state: PlayState | null;
  pending: Pending | null;
  /** Our other actions, not yet acknowledged. */
  actions: Action[];
  connected: boolean;
}

/** An event to play, announce or show. */
export type Note =
  | { kind: 'moved'; side: Side; short: string; own: boolean; capture: boolean; check: boolean }
  | { kind: 'ended'; outcome: Outcome }
  | { kind: 'event'; event: EventKind }
  | { kind: 'refused'; message: string }
  /** The server could not store the action. Send it again a little later. */
  | { kind: 'again' };

export type Input =
  | FromServer
  | { t: 'open' }
  | { t: 'closed' }
  | { t: 'again' }
  | { t: 'make'; key: string; move: MoveInfo }
  | { t: 'act'; action: Action };

/** Events that are shown but not announced. */
const QUIET: EventKind[] = ['watchers', 'online', 'conditional'];

export interface Step {
  table: Table;
  out: ToServer[];
  notes: Note[];
}

export function newTable(id: string): Table {
  return { id, state: null, pending: null, actions: [], connected: false };
}

const still = (table: Table): Step => ({ table, out: [], notes: [] });

/** `lagMs` is the measured lag, which is sent with moves. */
export function step(table: Table, input: Input, lagMs = 0): Step {
  switch (input.t) {
    case 'open': {
      const watch: ToServer = { t: 'watch', id: table.id, since: table.state?.seq ?? null };
      return {
        table: { ...table, connected: true },
        out: [watch, ...unacknowledged(table, lagMs)],
        notes: [],
      };
    }
    case 'again':
      return { table, out: unacknowledged(table, lagMs), notes: [] };
    case 'closed':
      return still({ ...table, connected: false });
    case 'make': {
      if (!table.state || table.pending) return still(table);
      const pending = { key: input.key, seq: table.state.seq, move: input.move };
      return { table: { ...table, pending }, out: [moveMessage(table.id, pending, lagMs)], notes: [] };
    }
    case 'act':
      return {
        table: { ...table, actions: [...table.actions, input.action] },
        out: [input.action],
        notes: [],
      };
    case 'state':
      return input.id === table.id ? take(table, input.state, null) : still(table);
    case 'event':
      return input.id === table.id ? take(table, input.state, input.kind) : still(table);
    case 'move':
      return input.id === table.id ? moved(table, input) : still(table);
    case 'ack':
      return still(acknowledged(table, input.key));
    case 'refused':
      return refused(table, input);
    default:
      return still(table);
  }
}

/** The messages that the server has not acknowledged. */
function unacknowledged(table: Table, lagMs: number): ToServer[] {
  return table.pending ? [moveMessage(table.id, table.pending, lagMs), ...table.actions] : [...table.actions];
}

function moveMessage(id: string, pending: Pending, lagMs: number): ToServer {
  return {
    t: 'move',
    id,
    key: pending.key,
    seq: pending.seq,
    move: pending.move.text,
    lag_ms: Math.round(lagMs),
  };
}

function acknowledged(table: Table, key: string): Table {
  // The board shows the move itself until the server's view of it arrives.
  return { ...table, actions: table.actions.filter((action) => action.key !== key) };
}

/** Our move, if a newer state does not contain it yet. */
function stillPending(pending: Pending | null, seq: number): Pending | null {
  return pending && seq <= pending.seq ? pending : null;
}

function take(table: Table, state: PlayState, event: EventKind | null): Step {
  const before = table.state;
  const notes: Note[] = [];
  if (before && state.seq > before.seq) notes.push(...moveNote(before, state));
  if (event !== null && !QUIET.includes(event)) notes.push({ kind: 'event', event });
  if (before && !before.outcome && state.outcome) notes.push({ kind: 'ended', outcome: state.outcome });
  const back = before !== null && state.seq < before.seq;
  return {
    table: {
      ...table,
      state,
      pending: back || state.outcome ? null : stillPending(table.pending, state.seq),
    },
    out: [],
    notes,
  };
}

function moveNote(before: PlayState, after: PlayState): Note[] {
  const last = after.moves.at(-1);
  return last ? [movedNote(before, after.view, last.short, after.you)] : [];
}

function movedNote(before: PlayState, view: View, short: string, you: Side | null): Note {
  const side = other(view.side);
  const capture = short.includes('x') || view.pieces.length < before.view.pieces.length;
  return { kind: 'moved', side, short, own: side === you, capture, check: view.check.length > 0 };
}

function moved(table: Table, message: Extract<FromServer, { t: 'move' }>): Step {
  const before = table.state;
  if (!before || message.seq > before.seq + 1) {
    return { table, out: [{ t: 'watch', id: table.id, since: before?.seq ?? null }], notes: [] };
  }
  if (message.seq <= before.seq) return still(table);
  const state: PlayState = {
    ...before,
    seq: message.seq,
    view: message.view,
    moves: [...before.moves, message.move],
    clocks: message.clocks,
    outcome: message.outcome,
    offer: { draw: null, takeback: null },
  };
  const notes: Note[] = [movedNote(before, message.view, message.move.short, before.you)];
  if (message.outcome && !before.outcome) notes.push({ kind: 'ended', outcome: message.outcome });
  return { table: { ...table, state, pending: stillPending(table.pending, message.seq) }, out: [], notes };
}

function refused(table: Table, message: Extract<FromServer, { t: 'refused' }>): Step {
  const mine =
    table.pending?.key === message.key || table.actions.some((action) => action.key === message.key);
  if (!mine) return still(table);
  if (message.code === 'try_again') return { table, out: [], notes: [{ kind: 'again' }] };
  const pending = table.pending?.key === message.key ? null : table.pending;
  const after = { ...acknowledged(table, message.key), pending };
  const next = message.state ? take(after, message.state, null) : still(after);
  return { ...next, notes: [...next.notes, { kind: 'refused', message: message.message }] };
}

export function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
