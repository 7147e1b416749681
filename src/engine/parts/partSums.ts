import { silently } from '../contract/context';
import type { RowsTable } from '../data/table';
import { classOutputs } from '../fit/problem';
import type { Computing } from '../linalg/linalg';
import {
  addCounts,
  codeRows,
  joinedRows,
  noCounts,
  type RowCoding,
  type RowCounts,
  type SampledRows,
} from './codeRows';
import { SUMMED } from './families';
import type { Family, Kind, Kinds, RowsPlan, Solution } from './family';
import type { CodedRows } from './rowSums';

/** The sums and counts over the rows of some parts in the first visit. Sums are absent if no row trains. */
export interface PartSums {
  readonly sums?: Kinds[Kind]['sums'];
  readonly counts: RowCounts;
  /** Cells without a value, by input of the transform. */
  readonly gaps: Float64Array;
  readonly sampled: SampledRows;
  readonly heldOut: SampledRows;
}

/** The sums over a part (counted from 0), block by block. */
export async function sumsOfPart(
  blocks: AsyncIterable<RowsTable>,
  part: number,
  { method, coding, basis, classWeights }: RowsPlan,
  context: Computing,
): Promise<PartSums> {
  const family = SUMMED[method];
  const none = sumsOfNoPart({ coding });
  let sums: PartSums['sums'];
  let { counts } = none;
  const { gaps } = none;
  const sampled = [none.sampled];
  const heldOut = [none.heldOut];
  for await (const table of blocks) {
    context.check();
    const block = codeRows(table, part, coding, silently(context));
    counts = addCounts(counts, block.counts);
    block.gaps.forEach((cells, j) => {
      gaps[j] += cells;
    });
    sampled.push(block.sampled);
    heldOut.push(block.heldOut);
    if (block.counts.train === 0) continue;
    const rows = outputRows(block.train, coding, classWeights);
    const more = family.sums(basis, rows, silently(context));
    sums = sums ? family.addSums(sums, more) : more;
  }
  return { ...(sums && { sums }), counts, gaps, sampled: joinedRows(sampled), heldOut: joinedRows(heldOut) };
}

/** The sums over no rows. */
export function sumsOfNoPart({ coding }: Pick<RowsPlan, 'coding'>): PartSums {
  const { inputs, names } = coding.transform;
  const none = noRows(names.length, coding);
  return { counts: noCounts(), gaps: new Float64Array(inputs.length), sampled: none, heldOut: none };
}

/** The sums of two runs of parts, the first before the second. */
export function addParts({ addSums }: Pick<Family, 'addSums'>, a: PartSums, b: PartSums): PartSums {
  const later = (rows: SampledRows): SampledRows => ({ ...rows, rows: rows.rows.map((row) => row + a.counts.rows) });
  const sums = a.sums && b.sums ? addSums(a.sums, b.sums) : (a.sums ?? b.sums);
  return {
    ...(sums && { sums }),
    counts: addCounts(a.counts, b.counts),
    gaps: a.gaps.map((cells, j) => cells + b.gaps[j]),
    sampled: joinedRows([a.sampled, later(b.sampled)]),
    heldOut: joinedRows([a.heldOut, later(b.heldOut)]),
  };
}

/** The errors of a part's training rows in the second visit, block by block; undefined if no row trains. */
export async function errorsOfPart(
  blocks: AsyncIterable<RowsTable>,
  part: number,
  plan: RowsPlan,
  solution: Solution,
  context: Computing,
): Promise<Kinds[Kind]['errors'] | undefined> {
  const { coding, classWeights } = plan;
  const family = SUMMED[plan.method];
  const errorsOf = family.again(plan, solution, silently(context));
  let errors: Kinds[Kind]['errors'] | undefined;
  for await (const table of blocks) {
    context.check();
    const { train } = codeRows(table, part, coding, silently(context));
    if (train.rows.length === 0) continue;
    const more = errorsOf(outputRows(train, coding, classWeights));
    errors = errors ? family.addErrors(errors, more) : more;
  }
  return errors;
}

/** The rows with targets or codes as the fit's outputs, and row weights times class weights. */
function outputRows(
  { x, targets, weights }: SampledRows,
  { classes }: Pick<RowCoding, 'classes'>,
  classWeights: readonly number[] | undefined,
): CodedRows {
  const outputs = classes ? classOutputs(targets[0], classes.length) : targets;
  const weighted = classWeights ? targets[0].map((code, i) => (weights?.[i] ?? 1) * classWeights[code]) : weights;
  return { x, outputs, ...(weighted && { weights: weighted }) };
}

function noRows(columns: number, { targets, weights, colours }: RowCoding): SampledRows {
  const nothing = new Float64Array();
  return {
    x: { rows: 0, columns, values: nothing },
    targets: targets.map(() => nothing),
    ...(weights !== undefined && { weights: nothing }),
    ...(colours && { colours: colours.map(() => nothing) }),
    rows: nothing,
    lines: new Uint32Array(),
  };
}
