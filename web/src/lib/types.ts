// The shapes that the server sends and takes. Cells are numbers from 0; times are milliseconds where the
// name ends in `_ms`; dates are RFC 3339.

export type Side = 'white' | 'black';

/** Which game by which rules: a name, options that are not at their defaults, or a stored definition. */
export interface GameRef {
  name: string;
  options?: Record<string, string>;
  /** Hexadecimal SHA-256 of a stored definition text. */
  definition?: string;
}

export interface GameOption {
  name: string;
  title: string;
  default: string;
  values: { value: string; title: string }[];
}

export interface Summary {
  name: string;
  title: string;
  credit: string;
  about: string;
  cells: number;
  options: GameOption[];
}

export interface CellInfo {
  name: string;
  address: string | null;
  /** On a ring, the number round it. */
  file: number;
  rank: number;
  level: number;
}

export interface Layout {
  kind: 'grid' | 'stack' | 'ring';
  files: number;
  ranks: number;
  /** Letters, lowest level first; empty unless a stack. */
  levels: string[];
  /** Files and ranks of one inner board. */
  blocks: [number, number] | null;
  /** Of a ring; else 0. */
  sectors: number;
  cells: CellInfo[];
  rank_names: string[];
  file_names: string[];
  charts: { name: string; axes: { name: string; length: number; cyclic: boolean }[]; coords: number[][] }[];
}

export interface Drawing {
  view_box: string;
  shapes: { d: string; role: 'body' | 'detail' }[];
}

export interface Piece {
  letter: string;
  name: string;
  drawing: Drawing;
  royal: boolean;
  value_cp: number;
  moves: string;
  promotes_to: string[];
  spans: boolean;
}

export interface Ruling {
  title: string;
  text: string;
  reason: string;
}

export interface GameInfo {
  game: GameRef;
  title: string;
  credit: string;
  about: string;
  options: GameOption[];
  layout: Layout;
  pieces: Piece[];
  rulings: Ruling[];
  /** Points of the rules that are no rulings. */
  notes: string[];
  /** Promotions and ends, in sentences. */
  rules: string[];
  /** The starting position's text. */
  start: string;
}

export interface PlacedPiece {
  /** One cell, or all the cells of a piece that spans several. */
  cells: number[];
  side: Side;
  letter: string;
}

export interface MoveInfo {
  text: string;
  short: string;
  from: number;
  to: number;
  cells_after: number[] | null;
  promotion: string | null;
  captures: number[];
  kind: 'move' | 'castle' | 'in_passing' | 'transform' | 'shift';
}

export interface Outcome {
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
  reason: string;
  text: string;
}

export interface LastMove {
  from: number;
  to: number;
  text: string;
  short: string;
}

export interface View {
  position: string;
  side: Side;
  ply: number;
  pieces: PlacedPiece[];
  moves: MoveInfo[];
  check: number[];
  bound: number[];
  last: LastMove | null;
  outcome: Outcome | null;
  fifty: { count: number; limit: number };
  repetitions: number;
}

export interface Attack {
  from: number;
  via: number[];
}

export interface Attackers {
  cells: { white: Attack[]; black: Attack[] }[];
}

export type MarkRole = 'attacker' | 'royal' | 'blocker' | 'escape' | 'refuted' | 'held';

export interface Why {
  sentences: string[];
  marks: { cell: number; role: MarkRole }[];
  arrows: { path: number[]; role: string }[];
  escapes: { move: string; refuted_by: string; sentence: string }[];
}

export interface Fault {
  line: number;
  column: number;
  message: string;
  help: string | null;
  excerpt: string | null;
}

export interface Line {
  rank: number;
  depth: number;
  /** From White's side. */
  score: { cp: number } | { mate: number };
  moves: string[];
  short: string[];
  nodes: number;
  time_ms: number;
}

/** A position: of a game, from its start or a position text, after moves. */
export interface Where {
  game: GameRef;
  position?: string;
  moves?: string[];
}

export interface Explained {
  sentences: string[];
  cell: number;
  reaches: { cell: number; ways: number[][]; kind: 'move' | 'capture' | 'both' }[];
}

export interface TreeNode {
  id: number;
  /** Null: the start. */
  parent: number | null;
  move: string;
  short: string;
  comment: string;
  nags: number[];
}

/** A game record with its variations; children stand in the order of `nodes`, the first is the main line. */
export interface Tree {
  game: GameRef;
  tags: [string, string][];
  start: string | null;
  /** Said before the first move. */
  comment: string;
  nodes: TreeNode[];
}

export interface Exercise {
  id: string;
  kind: 'capture' | 'mate';
  title: string;
  position: string;
  goal: string;
  solutions: string[][];
  moves_to_win: number;
}

export interface User {
  id: string;
  name: string;
  guest: boolean;
  ratings?: Record<string, { rating: number; deviation: number; games: number }>;
}

export interface Me {
  user: User | null;
  csrf: string;
  settings: unknown;
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'live'; initial_ms: number; increment_ms: number }
  | { kind: 'days'; days: number };

export type Opponent = { kind: 'engine'; level: number } | { kind: 'link' } | { kind: 'seek' };

export interface NewGame {
  game: GameRef;
  colour: Side | 'random';
  clock: Clock;
  rated: boolean;
  opponent: Opponent;
  position?: string;
}

export interface Seek {
  id: string;
  by: User;
  game: GameRef;
  title: string;
  clock: Clock;
  rated: boolean;
  colour: Side | 'random';
}

export interface Player {
  kind: 'person' | 'engine';
  name: string;
  user?: string;
  rating?: number;
  level?: number;
  online: boolean;
}

export interface GameSummary {
  id: string;
  game: GameRef;
  title: string;
  layout_kind: Layout['kind'];
  white: Player | null;
  black: Player | null;
  clock: Clock;
  rated: boolean;
  seq: number;
  position: string;
  last: { from: number; to: number } | null;
  outcome: Outcome | null;
  updated: string;
  your_turn: boolean;
  you: Side | null;
}

export interface Clocks {
  white_ms: number;
  black_ms: number;
  running: Side | null;
  /** When the figures were so. */
  as_of: string;
}

export interface MoveMade {
  text: string;
  short: string;
  at: string;
  spent_ms: number;
}

/** A game as the server keeps it. */
export interface PlayState {
  id: string;
  game: GameRef;
  title: string;
  white: Player | null;
  black: Player | null;
  clock: Clock;
  rated: boolean;
  you: Side | null;
  /** The number of moves made. */
  seq: number;
  view: View;
  /** The position text that the game was set up with; null for the game's own start. */
  start: string | null;
  moves: MoveMade[];
  clocks: Clocks | null;
  offer: { draw: Side | null; takeback: Side | null };
  outcome: Outcome | null;
  rematch: { offered: Side | null; id: string | null };
  watchers: number;
  conditional: Tree | null;
}

export interface UserPage {
  user: User;
  created: string;
  totals: { wins: number; losses: number; draws: number };
  recent: GameSummary[];
}

export type EventKind =
  | 'draw_offer'
  | 'draw_declined'
  | 'takeback_offer'
  | 'takeback_declined'
  | 'takeback'
  | 'joined'
  | 'rematch'
  | 'online'
  | 'watchers'
  | 'conditional'
  | 'end';

/** What the server says on the socket. */
export type FromServer =
  | { t: 'state'; id: string; state: PlayState }
  | {
      t: 'move';
      id: string;
      /** After the move. */
      seq: number;
      move: MoveMade;
      view: View;
      clocks: Clocks | null;
      outcome: Outcome | null;
    }
  | { t: 'event'; id: string; kind: EventKind; state: PlayState }
  | { t: 'ack'; key: string; seq: number | null }
  | { t: 'refused'; key: string; code: string; message: string; state?: PlayState }
  | { t: 'lobby'; seeks: Seek[] }
  /** Somebody has accepted our seek. */
  | { t: 'started'; seek: string; id: string }
  | { t: 'home'; games: GameSummary[] }
  | { t: 'pong'; n: number; now: string }
  | {
      t: 'analysis';
      req: number;
      state: 'queued' | 'running' | 'done';
      place?: number;
      lines: Line[];
      nps?: number;
    }
  | { t: 'error'; code: string; message: string; id?: string; req?: number };

/** What the client says on the socket. */
export type ToServer =
  | { t: 'watch'; id: string; since: number | null }
  | { t: 'unwatch'; id: string }
  | { t: 'lobby' }
  | { t: 'unlobby' }
  | { t: 'home' }
  | { t: 'unhome' }
  | { t: 'move'; id: string; key: string; seq: number; move: string; lag_ms?: number }
  | { t: 'resign' | 'abort' | 'rematch'; id: string; key: string }
  | { t: 'draw' | 'takeback'; id: string; key: string; accept: boolean }
  | { t: 'conditional'; id: string; key: string; seq: number; lines: string[][] }
  | { t: 'ping'; n: number }
  | { t: 'analyse'; req: number; game: GameRef; position: string; moves?: string[]; lines: number }
  | { t: 'stop'; req: number };
