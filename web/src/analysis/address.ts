// A tree of moves in an address: `e2e4,(d2d4,d7d5),e7e5` has 1.d4 d5 as a variation of the first move. And the drafts of
// trees that have more than moves, or too many of them, which this browser keeps.

import { newKey } from '../lib/socket';
import type { GameRef, Tree, TreeNode } from '../lib/types';

/** Longer texts are not put into an address. */
const LONGEST = 6000;

/** The nodes of a tree in the order in which an address and a record name them. */
export function inOrder(tree: Tree): TreeNode[] {
  const order: TreeNode[] = [];
  visit(tree, { move: (node) => order.push(node) });
  return order;
}

interface Visitor {
  move: (node: TreeNode) => void;
  open?: () => void;
  close?: () => void;
}

function visit(tree: Tree, visitor: Visitor): void {
  const children = new Map<number | null, TreeNode[]>();
  for (const node of tree.nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const line = (start: TreeNode | undefined, siblings: TreeNode[]): void => {
    let node = start;
    let alternatives = siblings;
    while (node) {
      visitor.move(node);
      for (const other of alternatives) {
        visitor.open?.();
        line(other, []);
        visitor.close?.();
      }
      [node, ...alternatives] = children.get(node.id) ?? [];
    }
  };
  const [first, ...others] = children.get(null) ?? [];
  line(first, others);
}

/** The moves of a tree as a text; null if it is too long for an address. */
export function movesText(tree: Tree): string | null {
  let text = '';
  const separate = (): void => {
    if (text !== '' && !text.endsWith('(')) text += ',';
  };
  visit(tree, {
    move(node) {
      separate();
      text += node.move;
    },
    open() {
      text += ',(';
    },
    close() {
      text += ')';
    },
  });
  return text.length <= LONGEST ? text : null;
}

/** Reads what `movesText` wrote. The short notation of the moves is not known yet. */
export function treeOfMoves(game: GameRef, start: string | null, text: string): Tree {
  const nodes: TreeNode[] = [];
  // The last node of each line that is open, and the node before it.
  const lines: { last: number | null; before: number | null }[] = [{ last: null, before: null }];
  for (const token of text.match(/[()]|[^(),]+/g) ?? []) {
    const line = lines.at(-1);
    if (!line) break;
    if (token === '(') lines.push({ last: line.before, before: line.before });
    else if (token === ')') {
      if (lines.length > 1) lines.pop();
    } else {
      const id = nodes.length;
      nodes.push({ id, parent: line.last, move: token, short: token, comment: '', nags: [] });
      line.before = line.last;
      line.last = id;
    }
  }
  return { game, tags: [], start, comment: '', nodes };
}

/** Where a node is in the order of the tree: 0 before the first move. */
export function placeOf(tree: Tree, id: number | null): number {
  return id === null ? 0 : inOrder(tree).findIndex((node) => node.id === id) + 1;
}

/** The node at a place; null before the first move and for places that do not exist. */
export function nodeAt(tree: Tree, place: number): number | null {
  return inOrder(tree)[place - 1]?.id ?? null;
}

/** Whether a tree has nothing but its moves. */
export function hasOnlyMoves(tree: Tree): boolean {
  return (
    tree.comment === '' &&
    tree.tags.length === 0 &&
    tree.nodes.every((node) => node.comment === '' && node.nags.length === 0)
  );
}

const STORAGE_KEY = 'analyses';
/** How many drafts a browser keeps. */
const DRAFTS = 20;
/** The longest tree that is kept, in characters of JSON. */
const LARGEST = 300_000;

interface Draft {
  key: string;
  tree: Tree;
}

function drafts(): Draft[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Draft[]) : [];
  } catch {
    return [];
  }
}

/** A name for a new draft. */
export function newDraftKey(): string {
  return newKey().slice(0, 8);
}

/** Keeps a tree in this browser, in place of the oldest draft if there are many. Returns whether that worked. */
export function keepDraft(key: string, tree: Tree): boolean {
  const others = drafts().filter((draft) => draft.key !== key);
  let kept: Draft[] = [{ key, tree }, ...others].slice(0, DRAFTS);
  if (JSON.stringify(tree).length > LARGEST) return false;
  while (kept.length > 0) {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
      return true;
    } catch {
      // The storage is full, or blocked. Older drafts go first.
      kept = kept.slice(0, -1);
    }
  }
  return false;
}

export function draft(key: string): Tree | null {
  return drafts().find((it) => it.key === key)?.tree ?? null;
}
