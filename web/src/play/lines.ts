// The lines of a tree of moves, each from the start to an end.

import type { TreeNode } from '../lib/types';

type Linked = Pick<TreeNode, 'id' | 'parent'>;

export function linesOf<Node extends Linked>(nodes: Node[]): Node[][] {
  const parents = new Set(nodes.map((node) => node.parent));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodes
    .filter((node) => !parents.has(node.id))
    .map((end) => {
      const line: Node[] = [];
      for (
        let node: Node | undefined = end;
        node;
        node = node.parent === null ? undefined : byId.get(node.parent)
      ) {
        line.unshift(node);
      }
      return line;
    });
}
