/**
 * A sum over parts in the order of a fixed binary tree, whatever the order in which parts come: floating-point sums are then the same to the
 * bit. Node (level, place) is the sum over the parts place·2^level up to (place + 1)·2^level, those beyond the last part left out.
 */
export interface TreeNode<T> {
  readonly level: number;
  readonly place: number;
  readonly value: T;
}

/** The first part below a node, and the one after its last. */
export function partsBelow(
  { level, place }: Pick<TreeNode<unknown>, 'level' | 'place'>,
  parts: number,
): [number, number] {
  return [Math.min(parts, place * 2 ** level), Math.min(parts, (place + 1) * 2 ** level)];
}

/** Levels above the parts. */
export const treeHeight = (parts: number): number => Math.ceil(Math.log2(Math.max(1, parts)));

/** Raised if two nodes hold the same part. */
export class RepeatedPart extends Error {
  constructor(readonly part: number) {
    super(`part ${part + 1} is counted twice`);
  }
}

/**
 * Joins the nodes of sums over some of `parts` parts as far as both children of a node are there. Throws `RepeatedPart` if two nodes hold
 * the same part.
 */
export function joinedNodes<T>(nodes: readonly TreeNode<T>[], parts: number, add: (a: T, b: T) => T): TreeNode<T>[] {
  const sorted = [...nodes].sort((a, b) => partsBelow(a, parts)[0] - partsBelow(b, parts)[0] || a.level - b.level);
  const done: TreeNode<T>[] = [];
  let end = 0;
  for (const node of sorted) {
    const [from, to] = partsBelow(node, parts);
    if (done.length > 0 && from < end) throw new RepeatedPart(from);
    end = to;
    let top = lifted(node, parts);
    // A right child is joined with the left one before it.
    for (let left = done.at(-1); left && isSibling(left, top); left = done.at(-1)) {
      done.pop();
      top = lifted({ level: top.level + 1, place: left.place / 2, value: add(left.value, top.value) }, parts);
    }
    done.push(top);
  }
  return done;
}

const isSibling = (left: TreeNode<unknown>, right: TreeNode<unknown>): boolean =>
  left.level === right.level && left.place % 2 === 0 && right.place === left.place + 1;

/** A left child without a sibling is its parent. */
function lifted<T>(node: TreeNode<T>, parts: number): TreeNode<T> {
  let { level, place } = node;
  while (level < treeHeight(parts) && place % 2 === 0 && (place + 1) * 2 ** level >= parts) {
    level++;
    place /= 2;
  }
  return { ...node, level, place };
}
