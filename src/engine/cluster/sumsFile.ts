import { KernelscopeError } from '../contract/failure';
import { type Fields, isCount, isListOf, isMade, isNumbers, isOptional, isRecord } from '../contract/shape';
import { UNKNOWN_CLASS } from '../data/classes';
import { COUNTED, type ColourCoding, type RowCounts } from '../parts/codeRows';
import { SUMMED } from '../parts/families';
import type { Family, Kind, Kinds } from '../parts/family';
import { addParts, type PartSums } from '../parts/partSums';
import type { SampledRows } from '../parts/sampledRows';
import { joined, partsBelow, RepeatedPart, type TreeNode, treeHeight } from '../parts/tree';
import { opened, type Packed, packed, unreadable } from './packed';
import type { OpenPlan } from './planFile';
import { isSkippedParts, type SkippedPart } from './skippedParts';
import { wholeOf } from './wholeFamilies';

/** Errors of no training row are nothing. */
interface PartErrors {
  readonly errors?: Kinds[Kind]['errors'];
}

/** Sums, and the parts that are left out of them. */
export interface CountedSums extends PartSums {
  readonly skipped: readonly SkippedPart[];
}

/** What is added up in the first and in the second visit. */
interface Added {
  readonly sums: CountedSums;
  readonly errors: PartErrors;
}
export type AddedKind = keyof Added;

/** Sums over some parts, of one plan; errors also of one solution. */
interface SumsFile<K extends AddedKind> {
  readonly plan: string;
  /** '' for sums. */
  readonly solution: string;
  readonly nodes: readonly TreeNode<Added[K]>[];
}

const ADD: { readonly [K in AddedKind]: (family: Family) => (a: Added[K], b: Added[K]) => Added[K] } = {
  sums: (family) => (a, b) => ({ ...addParts(family, a, b), skipped: [...a.skipped, ...b.skipped] }),
  errors:
    ({ addErrors }) =>
    (a, b) => {
      const errors = a.errors && b.errors ? addErrors(a.errors, b.errors) : (a.errors ?? b.errors);
      return errors ? { errors } : {};
    },
};

export const packSums = <K extends AddedKind>(kind: K, { plan, solution, nodes }: SumsFile<K>): Packed =>
  packed(kind, { plan, solution, nodes });

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One of many files, which together may be too large to be held: read when its turn comes. */
export interface FileInTurn {
  readonly name: string;
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>);
}

export const readInTurn = async ({ name, bytes }: FileInTurn): Promise<NamedBytes> => ({
  name,
  bytes: typeof bytes === 'function' ? await bytes() : bytes,
});

/**
 * The nodes of files of sums, joined as far as they belong together; in the same bits in whatever order. Throws `run/unreadable` for a damaged file and
 * for sums of another plan or solution, `parameter/invalid` where a part is counted twice.
 */
export async function mergedNodes<K extends AddedKind>(
  kind: K,
  files: readonly FileInTurn[],
  open: OpenPlan,
  solution: string,
): Promise<TreeNode<Added[K]>[]> {
  const add = ADD[kind](SUMMED[open.method]);
  let nodes: TreeNode<Added[K]>[] = [];
  try {
    for (const file of files)
      nodes = joined([...nodes, ...nodesOf(kind, await readInTurn(file), open, solution)], open.parts.length, add);
    return nodes;
  } catch (error) {
    if (!(error instanceof RepeatedPart)) throw error;
    throw new KernelscopeError(
      'parameter/invalid',
      `Part ${error.part + 1} is in more than one of the files. Give each part once.`,
      { part: error.part + 1 },
    );
  }
}

function nodesOf<K extends AddedKind>(
  kind: K,
  { name, bytes }: NamedBytes,
  open: OpenPlan,
  solution: string,
): readonly TreeNode<Added[K]>[] {
  const { content } = opened(kind, bytes, name);
  if (content.plan !== open.id) throw unreadable(name, 'it was made with another plan');
  if (content.solution !== solution) throw unreadable(name, 'it was made with another solution');
  if (!isListOf(content.nodes, (node): node is TreeNode<Added[K]> => isNode(kind, node, open)))
    throw unreadable(name, 'it is damaged');
  return content.nodes;
}

/** Values of single parts (from 0) as nodes, joined as far as they belong together: a part that has no sibling stands for its parents too. */
export const leaves = <K extends AddedKind>(
  kind: K,
  values: readonly (readonly [part: number, value: Added[K]])[],
  { parts, method }: Pick<OpenPlan, 'parts' | 'method'>,
): TreeNode<Added[K]>[] =>
  joined(
    values.map(([place, value]) => ({ level: 0, place, value })),
    parts.length,
    ADD[kind](SUMMED[method]),
  );

/** The same nodes, and `value` for each of the parts (from 0) that none of them holds. */
export function filled<K extends AddedKind>(
  kind: K,
  nodes: readonly TreeNode<Added[K]>[],
  value: (part: number) => Added[K] | undefined,
  { parts, method }: Pick<OpenPlan, 'parts' | 'method'>,
): TreeNode<Added[K]>[] {
  const more = missingParts(nodes, parts.length).flatMap((place) => {
    const found = value(place);
    return found ? [{ level: 0, place, value: found }] : [];
  });
  return joined([...nodes, ...more], parts.length, ADD[kind](SUMMED[method]));
}

/** The sum over all parts. Throws `parameter/invalid`, naming the parts that are missing. */
export function allParts<T>(nodes: readonly TreeNode<T>[], { parts }: Pick<OpenPlan, 'parts'>): T {
  const count = parts.length;
  const [first] = nodes;
  if (nodes.length === 1 && first.level === treeHeight(count)) return first.value;
  const missing = missingParts(nodes, count);
  const shown = missing.slice(0, 10).map((part) => part + 1);
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  throw new KernelscopeError(
    'parameter/invalid',
    `${missing.length} of ${count} parts are missing: ${shown.join(', ')}${more}. Map them, and give their files too.`,
    { missing: missing.length },
  );
}

/** Parts (from 0) that no node holds. */
export function missingParts(nodes: readonly Pick<TreeNode<unknown>, 'level' | 'place'>[], count: number): number[] {
  const there = new Set<number>();
  for (const node of nodes) {
    const [from, to] = partsBelow(node, count);
    for (let part = from; part < to; part++) there.add(part);
  }
  return Array.from({ length: count }, (_, part) => part).filter((part) => !there.has(part));
}

function isNode(kind: AddedKind, node: unknown, open: OpenPlan): boolean {
  if (!isRecord(node) || !isCount(node.level) || !isCount(node.place)) return false;
  const { level, place } = node;
  const count = open.parts.length;
  return level <= treeHeight(count) && place * 2 ** level < count && WHOLE[kind](node.value, open);
}

const WHOLE: Readonly<Record<AddedKind, (value: unknown, open: OpenPlan) => boolean>> = {
  sums: isCountedSums,
  errors: (value, { plan }) =>
    isMade<PartErrors>(value, { errors: (errors) => isOptional(errors, (made) => wholeOf(plan).isErrors(made, plan)) }),
};

export function isCountedSums(value: unknown, { plan, parts }: Pick<OpenPlan, 'plan' | 'parts'>): value is CountedSums {
  const { inputs } = plan.coding.transform;
  return isMade<CountedSums>(value, {
    skipped: (skipped) => isSkippedParts(skipped, parts.length),
    sums: (sums) => isOptional(sums, (made) => wholeOf(plan).isSums(made, plan)),
    counts: (counts) =>
      isRecord(counts) &&
      Object.keys(COUNTED).every((name) => isCount((counts as Fields & RowCounts)[name as keyof RowCounts])),
    gaps: (gaps) => isNumbers(gaps, inputs.length),
    sampled: (rows) => isSampled(rows, plan),
    heldOut: (rows) => isSampled(rows, plan),
  });
}

function isSampled(value: unknown, { coding }: OpenPlan['plan']): boolean {
  if (!isRecord(value) || !isNumbers(value.rows)) return false;
  const { length } = value.rows;
  const { transform, targets, weights, classes, colours } = coding;
  const columns = transform.names.length;
  return isMade<SampledRows>(value, {
    x: (x) => isRecord(x) && x.rows === length && x.columns === columns && isNumbers(x.values, length * columns),
    targets: (list) =>
      isListOf(list, (values) => isNumbers(values, length), targets.length) &&
      (!classes ||
        (list as Float64Array[])[0].every((code) => Number.isInteger(code) && code >= 0 && code < classes.length)),
    weights: (values) => (weights === undefined ? values === undefined : isNumbers(values, length)),
    colours: (list) => (colours === undefined ? list === undefined : areColours(list, colours, length)),
    rows: (rows) => isNumbers(rows, length),
    lines: (lines) => lines instanceof Uint32Array && lines.length === length,
  });
}

/** Numbers may be missing, and codes be none of the levels. */
const areColours = (list: unknown, colours: readonly ColourCoding[], rows: number): boolean =>
  isListOf(list, (values) => values instanceof Float64Array && values.length === rows, colours.length) &&
  colours.every(
    ({ levels }, c) =>
      !levels ||
      (list as Float64Array[])[c].every(
        (code) => Number.isInteger(code) && code >= UNKNOWN_CLASS && code < levels.length,
      ),
  );
