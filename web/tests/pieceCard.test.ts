// What the card of a piece says.

import { describe, expect, test } from 'vitest';
import { hasPieces, lettersWords, measuredWords } from '../src/lib/measured';
import { plural } from '../src/lib/words';
import { attackersOf, listWords, unitOf, valueWords } from '../src/lib/pieceCard';
import { PieceCardState } from '../src/parts/pieceCard.svelte';
import type { Attack, GameInfo, MeasuredPiece, PieceInfo, PlacedPiece } from '../src/lib/types';
import { fixture } from './fixtures';

const info = (game: string): GameInfo => fixture(game).info;

const piece = (game: string, name: string): PieceInfo => {
  const found = info(game).pieces.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe('values', () => {
  test('are counted in the least valuable piece', () => {
    expect(unitOf(info('chess').pieces)?.name).toBe('pawn');
    expect(unitOf(info('twoboards').pieces)?.name).toBe('shaman');
    expect(valueWords(info('chess').pieces, piece('chess', 'knight'))).toMatch(
      /^Our engine values it at about \d\.\d pawns\.$/,
    );
    expect(valueWords(info('chess').pieces, piece('chess', 'pawn'))).toContain('least valuable');
  });

  test('are those that were measured, with their intervals', () => {
    const values: MeasuredPiece[] = [
      { letter: 'P', name: 'pawn', handicap: { value: 100 } },
      { letter: 'N', name: 'knight', handicap: { value: 343, interval: [300, 396] } },
    ];
    const knight = piece('chess', 'knight');
    expect(measuredWords(values, knight)).toBe(
      'Worth about 3.4 pawns (3.0 to 4.0), measured in games in which one side lacked pieces.',
    );
    const estimated: MeasuredPiece[] = [
      { letter: 'P', name: 'pawn', regression: { value: 100 } },
      { letter: 'N', name: 'knight', regression: { value: 343, interval: [300, 396] } },
    ];
    expect(measuredWords(estimated, knight)).toBe(
      'Worth about 3.4 pawns (3.0 to 4.0), estimated from the results of games.',
    );
    expect(measuredWords(values, piece('chess', 'pawn'))).toBe('');
    expect(measuredWords(values, piece('chess', 'queen'))).toBe('');
    expect(measuredWords([], knight)).toBe('');
  });

  test('are not given for royal pieces', () => {
    expect(valueWords(info('chess').pieces, piece('chess', 'king'))).toMatch(/^Royal/);
  });
});

test('attackers and defenders are named with their cells, once each', () => {
  const chess = info('chess');
  const cell = (name: string): number => chess.layout.cells.findIndex((one) => one.name === name);
  const pawn: PlacedPiece = { cells: [cell('e4'), cell('d4')], side: 'white', letter: 'P' };
  const knight: PlacedPiece = { cells: [cell('f6')], side: 'black', letter: 'N' };
  const queen: PlacedPiece = { cells: [cell('e2')], side: 'white', letter: 'Q' };
  const cells: { white: Attack[]; black: Attack[] }[] = chess.layout.cells.map(() => ({
    white: [],
    black: [],
  }));
  for (const at of pawn.cells) cells[at]?.black.push({ from: cell('f6'), via: [] });
  cells[cell('e4')]?.white.push({ from: cell('e2'), via: [cell('e3')] });
  cells[cell('d4')]?.white.push({ from: cell('e4'), via: [] });
  expect(attackersOf(chess, [pawn, knight, queen], pawn, cells)).toEqual({
    attackers: ['knight on f6'],
    defenders: ['queen on e2'],
  });
});

test('lists are put in words', () => {
  expect(listWords([])).toBe('');
  expect(listWords(['a'])).toBe('a');
  expect(listWords(['a', 'b', 'c'])).toBe('a, b and c');
});

test('a card closes when its piece is gone', () => {
  const chess = info('chess');
  const card = new PieceCardState();
  const knight: PlacedPiece = { cells: [1], side: 'white', letter: 'N' };
  card.point([knight], 1);
  expect(card.pointed).toEqual(knight);
  card.open(chess, [knight], 1);
  expect(card.shown).toEqual(knight);
  card.point([{ ...knight }], null);
  expect(card.shown).toEqual(knight);
  card.point([{ ...knight, cells: [18] }], null);
  expect(card.shown).toBeNull();
  expect(card.pointed).toBeNull();
  card.open(chess, [knight], 5);
  expect(card.shown).toBeNull();
});

test('names have their plurals', () => {
  const names = [
    'pawn',
    'fox',
    'lady',
    'boy',
    'footman',
    'shaman',
    'wolf',
    'elf',
    'chief',
    'guard',
    'bishop',
    'witch',
  ];
  expect(names.map(plural)).toEqual([
    ...[
      'pawns',
      'foxes',
      'ladies',
      'boys',
      'footmen',
      'shamans',
      'wolves',
      'elves',
      'chiefs',
      'guards',
      'bishops',
    ],
    'witches',
  ]);
});

test('the letters of endgames are explained by one in which the sides differ', () => {
  const rows = ['KQK', 'KBKB', 'KQKB'].map((pieces) => ({
    pieces,
    positions: '1',
    white_wins: '–',
    black_loses: '–',
    longest_white: '',
    longest_black: '',
  }));
  const { pieces } = info('chess');
  expect(lettersWords(rows, pieces)).toBe(
    'K is king, Q queen, B bishop. In KQKB, White has king and queen, Black king and bishop.',
  );
  expect(lettersWords(rows.slice(0, 1), pieces)).toContain('In KQK, White has king and queen, Black king.');
  expect(lettersWords([], pieces)).toBe('');
  expect(hasPieces('KQKBR', 'RB')).toBe(true);
  expect(hasPieces('KQKB', 'QB')).toBe(false);
});
