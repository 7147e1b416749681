import { KernelscopeError } from '../contract/failure';
import { MATRIX } from '../contract/model.schema';
import * as s from '../contract/schema';
import { UNKNOWN_CLASS } from '../data/classes';
import { COUNTED, type ColourCoding, type RowCounts, type SampledRows } from '../parts/codeRows';
import { SUMMED } from '../parts/families';
import type { Family, Kind, Kinds } from '../parts/family';
import { addParts, type PartSums } from '../parts/partSums';
import { joinedNodes, partsBelow, RepeatedPart, type TreeNode, treeHeight } from '../parts/tree';
import { type Packed, packed, unpackedFile, unreadable } from './packed';
import type { OpenPlan } from './planFile';
import { type SkippedPart, skippedParts } from './skippedParts';
import { storedOf } from './storedFamilies';

/** The errors of a part, absent if it has no training row. */
interface PartErrors {
  readonly errors?: Kinds[Kind]['errors'];
}

/** Sums, and the parts that are left out of them. */
export interface CountedSums extends PartSums {
  readonly skipped: readonly SkippedPart[];
}

/** The values that are added up in the first visit (sums) and in the second (errors). */
interface Added {
  readonly sums: CountedSums;
  readonly errors: PartErrors;
}
export type AddedKind = keyof Added;

/** Sums over some parts, of one plan; errors also of one solution. */
interface SumsFile<K extends AddedKind> {
  readonly plan: string;
  /** Id of the solution; '' for sums. */
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

/** One of many files, read only when its turn comes, since all together may be too large for memory. */
export interface FileInTurn {
  readonly name: string;
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>);
}

export const readInTurn = async ({ name, bytes }: FileInTurn): Promise<NamedBytes> => ({
  name,
  bytes: typeof bytes === 'function' ? await bytes() : bytes,
});

/**
 * The nodes of files of sums, joined where they are siblings; the result has the same bits in whatever order they come.
 * Throws `run/unreadable` for a damaged file and for sums of another plan or solution, `parameter/invalid` if a part is
 * counted twice.
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
      nodes = joinedNodes([...nodes, ...nodesOf(kind, await readInTurn(file), open, solution)], open.parts.length, add);
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
  const { content } = unpackedFile(kind, bytes, name);
  if (content.plan !== open.id) throw unreadable(name, 'it was made with another plan');
  if (content.solution !== solution) throw unreadable(name, 'it was made with another solution');
  const nodes = s.list(node(kind, open));
  if (!s.holds(nodes, content.nodes)) throw unreadable(name, 'it is damaged');
  return content.nodes;
}

/**
 * Values of single parts (from 0) as nodes, joined where they are siblings: a part without a sibling also serves as its
 * parents.
 */
export const leaves = <K extends AddedKind>(
  kind: K,
  values: readonly (readonly [part: number, value: Added[K]])[],
  { parts, method }: Pick<OpenPlan, 'parts' | 'method'>,
): TreeNode<Added[K]>[] =>
  joinedNodes(
    values.map(([place, value]) => ({ level: 0, place, value })),
    parts.length,
    ADD[kind](SUMMED[method]),
  );

/** The nodes, with `value` added for each of the parts (from 0) that none of them holds. */
export function filledSums<K extends AddedKind>(
  kind: K,
  nodes: readonly TreeNode<Added[K]>[],
  value: (part: number) => Added[K] | undefined,
  { parts, method }: Pick<OpenPlan, 'parts' | 'method'>,
): TreeNode<Added[K]>[] {
  const more = missingParts(nodes, parts.length).flatMap((place) => {
    const found = value(place);
    return found ? [{ level: 0, place, value: found }] : [];
  });
  return joinedNodes([...nodes, ...more], parts.length, ADD[kind](SUMMED[method]));
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
    `${missing.length} of ${count} parts ${missing.length === 1 ? 'is' : 'are'} missing: ${shown.join(', ')}${more}. Map ${missing.length === 1 ? 'it, and give its file' : 'them, and give their files'} too.`,
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

/** The schema of a node in the tree over the parts of a plan. */
const node = <K extends AddedKind>(kind: K, open: OpenPlan): s.Schema<TreeNode<Added[K]>> =>
  s.such(
    s.object<TreeNode<object>>({
      level: s.natural(),
      place: s.natural(),
      value: ADDED[kind](open) as s.Schema<object>,
    }),
    ({ level, place }) => level <= treeHeight(open.parts.length) && place * 2 ** level < open.parts.length,
  );

const ADDED: { readonly [K in AddedKind]: (open: OpenPlan) => s.Schema<Added[K]> } = {
  sums: countedSums,
  errors: ({ plan }) => s.object<PartErrors>({ errors: s.optional(storedOf(plan).errors(plan)) }),
};

export function countedSums({ plan, parts }: Pick<OpenPlan, 'plan' | 'parts'>): s.Schema<CountedSums> {
  const names = Object.keys(COUNTED) as (keyof RowCounts)[];
  const sampled = sampledRows(plan);
  return s.object<CountedSums>({
    skipped: skippedParts(parts.length),
    sums: s.optional(storedOf(plan).sums(plan)),
    counts: s.object<RowCounts>(Object.fromEntries(names.map((name) => [name, s.natural()])) as s.Members<RowCounts>),
    gaps: s.sized(s.finites(), plan.coding.transform.inputs.length),
    sampled,
    heldOut: sampled,
  });
}

function sampledRows({ coding }: OpenPlan['plan']): s.Schema<SampledRows> {
  const { transform, targets, weights, classes, colours } = coding;
  return s.such(
    s.object<SampledRows>({
      x: MATRIX,
      targets: s.sized(s.list(s.finites()), targets.length),
      weights: weights === undefined ? s.absent : s.optional(s.finites()),
      colours: colours === undefined ? s.absent : s.optional(s.sized(s.list(s.reals()), colours.length)),
      rows: s.finites(),
      lines: s.indices(),
    }),
    (found) =>
      s.agree(found.rows, found.lines, ...found.targets, found.weights, ...(found.colours ?? [])) &&
      found.x.rows === found.rows.length &&
      found.x.columns === transform.names.length &&
      found.x.values.length === found.x.rows * found.x.columns &&
      (weights === undefined || found.weights !== undefined) &&
      (classes === undefined || areCodes(found.targets[0], 0, classes)) &&
      (colours === undefined || areColours(found.colours, colours)),
  );
}

/** True if the columns are valid colours: numbers may be missing, and codes may be of no known level. */
const areColours = (columns: readonly Float64Array[] | undefined, colours: readonly ColourCoding[]): boolean =>
  columns?.every((values, c) => areCodes(values, UNKNOWN_CLASS, colours[c].levels)) ?? false;

const areCodes = (values: Float64Array, least: number, levels: readonly string[] | undefined): boolean =>
  levels === undefined || values.every((code) => Number.isInteger(code) && code >= least && code < levels.length);
