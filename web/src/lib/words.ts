// Words for pieces, cells and moves.

import type {
  Attack,
  EndgameValue,
  GameInfo,
  GameRef,
  Outcome,
  PlacedPiece,
  Player,
  ResultChances,
  Side,
  WhiteScore,
} from './types';

export function pieceName(info: GameInfo, letter: string): string {
  return info.pieces.find((piece) => piece.letter === letter)?.name ?? letter;
}

/** `white knight`. */
export function pieceWords(info: GameInfo, piece: PlacedPiece): string {
  return `${piece.side} ${pieceName(info, piece.letter)}`;
}

/** `e4`, with its address where cells have them: `e4 · 2212`. */
export function cellWords(info: GameInfo, cell: number): string {
  const found = info.layout.cells[cell];
  if (!found) return '';
  return found.address ? `${found.name} · ${found.address}` : found.name;
}

/** The attackers and defenders of a cell, in a few words. */
export function attackWords(
  info: GameInfo,
  pieces: PlacedPiece[],
  attacks: { cell: number; white: Attack[]; black: Attack[] },
): string {
  const owner = pieces.find((piece) => piece.cells.includes(attacks.cell))?.side ?? null;
  const list = (side: Side): string => {
    const names = attacks[side].map((attack) => {
      const piece = pieces.find((one) => one.cells.includes(attack.from));
      const cell = info.layout.cells[attack.from]?.name ?? '';
      return piece ? `${pieceName(info, piece.letter)} ${cell}` : cell;
    });
    return names.length > 6 ? `${names.length} pieces` : names.join(', ');
  };
  const parts: string[] = [];
  for (const side of ['white', 'black'] as const) {
    if (attacks[side].length === 0) continue;
    // On an empty cell both sides attack. The words must not sound as if the pieces stood there.
    const verb = owner === side ? 'defended by' : owner === null && parts.length > 0 ? 'by' : 'attacked by';
    parts.push(`${verb} ${owner === null ? `${sideName(side)}’s ` : ''}${list(side)}`);
  }
  return parts.length > 0 ? parts.join('; ') : 'not attacked';
}

/** A name of a definition, of a game or an option, for people: `Long chess` for `long_chess`. */
export function nameWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The option values of a game that are not the defaults, such as `Black setup: mirrored`. */
export function optionWords(game: GameRef): string[] {
  const yesNo: Record<string, string> = { true: 'yes', false: 'no' };
  return Object.entries(game.options ?? {}).map(
    ([option, value]) => `${nameWords(option)}: ${yesNo[value] ?? value}`,
  );
}

/** What the title of a game does not say: whether somebody has invented it here, and its options. */
export function rulesWords(game: GameRef): string[] {
  return [...(game.definition ? ['invented'] : []), ...optionWords(game)];
}

export function sideName(side: Side): string {
  return side === 'white' ? 'White' : 'Black';
}

/** The number of spectators of a game. */
export function spectatorCount(state: {
  white: Player | null;
  black: Player | null;
  watchers: number;
}): number {
  const players = [state.white, state.black].filter((player) => player?.kind === 'person' && player.online);
  return Math.max(0, state.watchers - players.length);
}

/** Whether the position explains how the game ended. It explains a mate, but not a player's decision or a clock. */
export function canExplain(outcome: Outcome): boolean {
  return !['resignation', 'time', 'agreement', 'aborted'].includes(outcome.reason);
}

export function playerName(player: Player | null): string {
  if (!player) return 'No opponent yet';
  return player.kind === 'engine' && player.level ? `Computer, level ${player.level}` : player.name;
}

/** `White won` or `Draw`: the result without its reason. */
export function resultWords(outcome: Outcome): string {
  switch (outcome.result) {
    case '1-0':
      return 'White won';
    case '0-1':
      return 'Black won';
    case '1/2-1/2':
      return 'Draw';
    case '*':
      return 'No result';
  }
}

/** A score for people, from White's side: `+1.3`, `−0.4`, `#5`, `#−3`. */
export function scoreText(score: WhiteScore): string {
  if ('mate' in score) return `#${score.mate < 0 ? '−' : ''}${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  const text = pawns.toFixed(pawns >= 10 ? 0 : 1);
  if (Number(text) === 0) return '0.0';
  return `${score.cp > 0 ? '+' : '−'}${text}`;
}

/** What a piece is worth, in pawns: `3.2`, `−0.4`, `0.0`. */
export function worthText(cp: number): string {
  const text = Math.abs(cp / 100).toFixed(1);
  return cp < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Chances in whole percent, which add up to 100: of White, of a draw, of Black. */
export function chancePercents(chances: ResultChances): [number, number, number] {
  const exact = [chances.white, chances.draw, chances.black].map((thousandths) => thousandths / 10);
  const whole = exact.map(Math.floor);
  const most = exact.map((it, i) => [it - (whole[i] ?? 0), i] as const).sort(([a], [b]) => b - a);
  const missing = 100 - whole.reduce((sum, it) => sum + it, 0);
  for (const [, i] of most.slice(0, Math.max(missing, 0))) whole[i] = (whole[i] ?? 0) + 1;
  return [whole[0] ?? 0, whole[1] ?? 0, whole[2] ?? 0];
}

/** Chances for people: `White wins 39 %, draw 42 %, Black wins 19 %`. */
export function chancesText(chances: ResultChances): string {
  const [white, draw, black] = chancePercents(chances);
  const words = (percent: number, thousandths: number): string => {
    if (thousandths > 0 && thousandths < 10) return 'below 1 %';
    if (thousandths > 990 && thousandths < 1000) return 'above 99 %';
    return `${percent} %`;
  };
  return `White wins ${words(white, chances.white)}, draw ${words(draw, chances.draw)}, Black wins ${words(black, chances.black)}`;
}

/** What perfect play gives, in short: `White wins in 16`, `draw`. */
export function endgameWords(value: EndgameValue): string {
  if (value.winner === null) return 'draw';
  const name = sideName(value.winner);
  if (value.moves === 0) return `${name} has won`;
  if (value.count === 'spoiled') return `draw: too many moves (else ${name} wins in ${value.moves})`;
  return `${name} wins in ${value.moves}`;
}

/** What perfect play gives, in a sentence. */
export function endgameVerdict(value: EndgameValue): string {
  if (value.winner === null) return 'A draw with best play.';
  const name = sideName(value.winner);
  if (value.moves === 0) return `${name} has won.`;
  const moves = value.moves === 1 ? '1 move' : `${value.moves} moves`;
  if (value.count === 'spoiled') {
    return `A draw after too many moves without progress, which is a capture or, in most games, a pawn move. Without this rule, ${name} would win in ${moves} with best play.`;
  }
  const doubt = value.count === 'stands' ? '' : ', perhaps too many: a game without progress ends in a draw';
  return `${name} wins in ${moves} with best play${doubt}.`;
}

/** The white part of an evaluation bar, from 0 to 1: White's expected score. */
export function whiteShare(chances: ResultChances): number {
  return (chances.white + chances.draw / 2) / 1000;
}

/** The address of a user's page. Guests' names contain spaces and are not unique, so their identity is used. */
export function userUrl(user: { name: string; id?: string; user?: string | null }): string {
  const id = user.id ?? user.user;
  return `/user/${encodeURIComponent(user.name.includes(' ') && id ? id : user.name)}`;
}

/** The plural of a piece's name: pawns, foxes, ladies, footmen, wolves. */
export function plural(name: string): string {
  // Those whose name ends so by chance.
  if (/(?:sha|hu|talis|otto|ro|ger)man$/.test(name)) return `${name}s`;
  if (/man$/.test(name)) return name.replace(/man$/, 'men');
  if (/(?:[aeo]l|ea|oa)f$/.test(name)) return name.replace(/f$/, 'ves');
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** How many pieces of a kind: `1 pawn`, `4 pawns`. */
export function countWords(number: number, name: string): string {
  return `${number} ${number === 1 ? name : plural(name)}`;
}
