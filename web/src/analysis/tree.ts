// A tree of moves with variations. Trees are immutable: a change returns a new tree.

import { moveNumber } from '../lib/numbering';
import type { GameRef, Side, Tree, TreeNode } from '../lib/types';

export function newTree(game: GameRef, start: string | null): Tree {
  return { game, tags: [], start, comment: '', nodes: [] };
}

export function nodeOf(tree: Tree, id: number | null): TreeNode | undefined {
  return id === null ? undefined : tree.nodes.find((node) => node.id === id);
}

export function childrenOf(tree: Tree, id: number | null): TreeNode[] {
  return tree.nodes.filter((node) => node.parent === id);
}

/** The nodes from the start to a node. */
export function pathTo(tree: Tree, id: number | null): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node = nodeOf(tree, id); node; node = nodeOf(tree, node.parent)) path.unshift(node);
  return path;
}

/** The last node of the main line that starts at a node. */
export function endOf(tree: Tree, id: number | null): number | null {
  let at = id;
  for (;;) {
    const next = childrenOf(tree, at)[0];
    if (!next) return at;
    at = next.id;
  }
}

/** Adds a move after a node, unless it is there already. Returns the tree and the id of the move's node. */
export function addMove(
  tree: Tree,
  parent: number | null,
  move: { text: string; short: string },
): { tree: Tree; id: number } {
  const known = childrenOf(tree, parent).find((node) => node.move === move.text);
  if (known) return { tree, id: known.id };
  const id = tree.nodes.reduce((most, node) => Math.max(most, node.id), -1) + 1;
  const node: TreeNode = { id, parent, move: move.text, short: move.short, comment: '', nags: [] };
  return { tree: { ...tree, nodes: [...tree.nodes, node] }, id };
}

/** Removes a node and everything after it. */
export function remove(tree: Tree, id: number): Tree {
  const removed = new Set([id]);
  // Parents may come before or after their children, so repeat until nothing changes.
  for (let size = 0; size !== removed.size;) {
    size = removed.size;
    for (const node of tree.nodes) if (node.parent !== null && removed.has(node.parent)) removed.add(node.id);
  }
  return { ...tree, nodes: tree.nodes.filter((node) => !removed.has(node.id)) };
}

/** Makes the line that leads to a node the main line at its last branching point. */
export function promote(tree: Tree, id: number): Tree {
  for (const node of pathTo(tree, id).reverse()) {
    const siblings = childrenOf(tree, node.parent);
    if (siblings[0] && siblings[0].id !== node.id) {
      const first = tree.nodes.indexOf(siblings[0]);
      const nodes = tree.nodes.filter((it) => it !== node);
      nodes.splice(first, 0, node);
      return { ...tree, nodes };
    }
  }
  return tree;
}

export function change(tree: Tree, id: number, changes: Partial<Pick<TreeNode, 'comment' | 'nags'>>): Tree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? { ...node, ...changes } : node)) };
}

/** A comment without what records keep in it for programs: arrows and circles, clock times, evaluations. */
export function readable(comment: string): string {
  return comment
    .replace(/\[%\w+\s[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text of a tree: moves, comments, and variations in brackets. */
export type Token =
  | { kind: 'move'; node: TreeNode; number: string | null; depth: number }
  | { kind: 'comment'; text: string; depth: number }
  | { kind: 'open'; depth: number }
  | { kind: 'close'; depth: number };

export function tokens(tree: Tree, first: { side: Side; number: number }): Token[] {
  const result: Token[] = [];
  const children = new Map<number | null, TreeNode[]>();
  for (const node of tree.nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);

  /** Writes a line. `siblings` are the alternatives to its first move. */
  const line = (start: TreeNode, siblings: TreeNode[], ply: number, depth: number): void => {
    let node: TreeNode | undefined = start;
    let alternatives = siblings;
    let needsNumber = true;
    for (let at = ply; node; at++) {
      const number = moveNumber(first, at);
      result.push({
        kind: 'move',
        node,
        number: needsNumber || !number.endsWith('…') ? number : null,
        depth,
      });
      const said = readable(node.comment);
      if (said) result.push({ kind: 'comment', text: said, depth });
      for (const other of alternatives) {
        result.push({ kind: 'open', depth: depth + 1 });
        line(other, [], at, depth + 1);
        result.push({ kind: 'close', depth: depth + 1 });
      }
      needsNumber = said !== '' || alternatives.length > 0;
      [node, ...alternatives] = children.get(node.id) ?? [];
    }
  };

  const said = readable(tree.comment);
  if (said) result.push({ kind: 'comment', text: said, depth: 0 });
  const [main, ...others] = children.get(null) ?? [];
  if (main) line(main, others, 1, 0);
  return result;
}
