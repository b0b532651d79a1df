// Trees in addresses, drawings in records.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  draft,
  hasOnlyMoves,
  inOrder,
  keepDraft,
  movesText,
  nodeAt,
  placeOf,
  treeOfMoves,
} from '../src/analysis/address';
import { addMove, newTree } from '../src/analysis/tree';
import { colourOf, readComment, toggleDrawing, writeComment, type Drawing } from '../src/board/drawings';

const game = { name: 'chess' };

describe('a tree in an address', () => {
  const text = 'e2e4,(d2d4,d7d5,(g8f6),c2c4),(c2c4),e7e5,g1f3';

  it('keeps its variations', () => {
    const tree = treeOfMoves(game, null, text);
    expect(movesText(tree)).toBe(text);
    expect(tree.nodes.filter((node) => node.parent === null).map((node) => node.move)).toEqual([
      'e2e4',
      'd2d4',
      'c2c4',
    ]);
    expect(inOrder(tree).map((node) => node.id)).toEqual(tree.nodes.map((node) => node.id));
  });

  it('keeps its place, also when a variation was added later', () => {
    let { tree, id } = addMove(newTree(game, null), null, { text: 'e2e4', short: 'e4' });
    const first = id;
    ({ tree, id } = addMove(tree, first, { text: 'e7e5', short: 'e5' }));
    const main = id;
    ({ tree, id } = addMove(tree, null, { text: 'd2d4', short: 'd4' }));
    expect(movesText(tree)).toBe('e2e4,(d2d4),e7e5');
    const again = treeOfMoves(game, null, movesText(tree) ?? '');
    for (const node of [null, first, main, id]) {
      const place = placeOf(tree, node);
      const found = nodeAt(again, place);
      const move = (of: typeof tree, at: number | null): string | undefined =>
        of.nodes.find((it) => it.id === at)?.move;
      expect(move(again, found)).toBe(move(tree, node));
    }
    expect(nodeAt(tree, 99)).toBeNull();
  });

  it('survives nonsense', () => {
    expect(movesText(treeOfMoves(game, null, ')),(,e2e4'))).toBe('e2e4');
    expect(movesText(newTree(game, null))).toBe('');
  });

  it('is kept by the browser if it has more than moves', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    const tree = { ...treeOfMoves(game, null, 'e2e4'), comment: 'A beginning.' };
    expect(hasOnlyMoves(tree)).toBe(false);
    expect(hasOnlyMoves(treeOfMoves(game, null, 'e2e4'))).toBe(true);
    for (let i = 0; i < 30; i++) expect(keepDraft(`draft ${i}`, tree)).toBe(true);
    expect(draft('draft 29')).toEqual(tree);
    expect(draft('draft 0')).toBeNull();
  });
});

describe('drawings', () => {
  const names = ['a1', 'b1', 'a11', '1111', '1112', '11'];
  let drawn: Drawing[] = [];
  beforeEach(() => {
    drawn = [
      { colour: 'G', from: 0, to: 1 },
      { colour: 'R', from: 2, to: 2 },
      { colour: 'Y', from: 3, to: 4 },
    ];
  });

  it('are kept in comments of records, beside what is said', () => {
    const comment = writeComment('A plan.', drawn, names);
    expect(comment).toBe('[%csl Ra11] [%cal Ga1b1,Y11111112] A plan.');
    const read = readComment(comment, names);
    expect(read.text).toBe('A plan.');
    expect(new Set(read.drawings)).toEqual(new Set(drawn));
  });

  it('have a hyphen where names could be read in two ways', () => {
    const ambiguous: Drawing = { colour: 'B', from: 3, to: 5 };
    const comment = writeComment('', [ambiguous], names);
    expect(comment).toBe('[%cal B1111-11]');
    expect(readComment(comment, names).drawings).toEqual([ambiguous]);
  });

  it('of another board, and other commands, stay as they are written', () => {
    const comment = '[%cal Gz9z8] [%clk 0:01:00] Slow.';
    expect(readComment(comment, names)).toEqual({ text: comment, drawings: [] });
  });

  it('are erased by drawing them again, and repainted by another colour', () => {
    const red: Drawing = { colour: 'R', from: 0, to: 1 };
    expect(toggleDrawing(drawn, red)).toContainEqual(red);
    expect(toggleDrawing(drawn, red)).toHaveLength(3);
    expect(toggleDrawing(drawn, { ...red, colour: 'G' })).toHaveLength(2);
    expect(colourOf({ shiftKey: true, altKey: true, ctrlKey: false })).toBe('Y');
  });
});
