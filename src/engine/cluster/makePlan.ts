import { racedOn } from '../compare/race/racedFit';
import { bareDesign } from '../contract/bare';
import { contextWith, partOf, type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import type { FitRequest } from '../contract/run';
import { permutation } from '../data/random';
import type { RowsTable } from '../data/table';
import { readingOfFile, type TableReading } from '../data/tableReading';
import type { Chooser } from '../machine/backEnd';
import { checkParameters } from '../parameters/checkParameters';
import { checkSummed } from '../parts/checkRequest';
import { SUMMED } from '../parts/families';
import { findShares, type PartsVisit } from '../parts/findShares';
import { planOf } from '../parts/plan';
import { expectedRows, type RowShares, sampledShare } from '../parts/rowShares';
import { askedBy, namesLine, sampledLines, type Understood } from '../parts/sampleTable';
import { needsOf } from '../parts/usedRows';
import { readHeldOut } from './heldOutRows';
import { listParts } from './listParts';
import { mergedColumns } from './mergedReading';
import type { Packed } from './packed';
import { hasNoRows, readOfPart, visitTo } from './partBlocks';
import type { PlanContent } from './planContent';
import { nameOf, packPlan, sampledDesign } from './planFile';
import type { PlanPart } from './planPart';
import { failsByData, plannedOut, skippedNotes } from './skippedParts';

/** Bytes of files that a plan is made from, and the file that goes beyond them. */
const READ = 2 ** 30;

/** A fit of files, as it is planned. */
export interface PlanRequest extends Omit<FitRequest, 'source' | 'streamed'> {
  readonly paths: readonly string[];
  /** Bytes of a part at most, about; left out, a file is a part. */
  readonly partSize?: number;
  /** Leaves out parts that fail by their data. */
  readonly skipFailed?: boolean;
}

export interface MadePlan extends Packed {
  readonly content: PlanContent;
  /** Rows of the files that were read whole, and how many these were. */
  readonly rowsRead: number;
  readonly filesRead: number;
  /** Names the parts that are left out. */
  readonly leftOut: readonly Note[];
}

/** Settles all that the other steps go by on files drawn by the seed, read whole up to a gigabyte. Throws what a fit of them throws. */
export async function makePlan(request: PlanRequest, algebra: Chooser, context: RunContext): Promise<MadePlan> {
  const id = checkSummed(request);
  const { design, read: asked, paths, partSize, skipFailed = false } = request;
  const { holdout } = design;
  const heldOut = holdout.kind === 'file' ? await readHeldOut(holdout.source, asked, silently(context)) : undefined;
  const { method } = SUMMED[id];
  const given = checkParameters(method, request.parameters);
  const asParts = { paths, partSize, skipFailed };
  const { parts: listed, dialect, text } = await listParts(asParts, asked, partOf(context, 0, 0.05));
  const { delimiter, quote, decimal, thousands, encoding } = dialect;
  const { acceptExpansion: _, ...readOfParts } = asked;
  const read = text ? { ...readOfParts, delimiter, quote, decimal, thousands, encoding } : readOfParts;
  const unread = { read, text, columns: namesOf(asked.names) };
  const some = await readSome(listed, { ...unread, skipFailed }, design.seed, partOf(context, 0.05, 0.4));
  const { readings, parts, chosen } = some;
  const reading = { read, text, dialect, columns: mergedColumns(readings) };
  const rowsRead = readings.reduce((sum, { rows }) => sum + rows, 0);
  const bytesOf = (of: readonly PlanPart[]) => of.reduce((sum, { from, to }) => sum + to - from, 0);
  const readable = parts.filter(({ failed }) => failed === undefined);
  const expected = Math.max(rowsRead, Math.round((rowsRead * bytesOf(readable)) / bytesOf(chosen)));
  const needs = needsOf(design, SUMMED[id], reading.columns, nameOf(parts));
  const drawn = (sharing: RowShares, of: readonly PlanPart[], inner: RunContext) =>
    sampleOf(visitTo(parts, of, reading), reading.columns, sharing, inner);
  const settledOn = (sample: Uint8Array) =>
    sampledDesign({ design, method: id, reading, sample, parts, ...(heldOut && { heldOut }) }, context);
  const shares = await findShares(
    { options: design, needs, columns: reading.columns, rows: expected },
    {
      some: visitTo(parts, chosen, reading),
      all: visitTo(parts, readable, reading),
      sample: async (of) => (await settledOn(await drawn(ofRows(of, rowsRead), chosen, silently(context)))).design,
    },
    partOf(context, 0.4, 0.6),
  );
  // Where the last rows are held out, the files drawn may hold few others.
  const early = shares.rule !== undefined && shares.rule.kind !== 'units';
  const [from, among] = early ? [readable, expected] : [chosen, rowsRead];
  const sampling = ofRows(shares, among);
  const sample = await drawn(sampling, from, partOf(context, 0.6, 0.7));
  const settled = await settledOn(sample);
  const sampled = settled.design.train.rows.length;
  const used = sampled / settled.table.inspection.rows;
  const whole = sampling.sampled === 1 && expected === rowsRead;
  const rows = expectedRows(sampled, expected * (1 - shares.heldOut) * used, whole);
  const { linalg } = algebra(rows);
  const within = (from: number, to: number) => contextWith(partOf(context, from, to), { linalg });
  const { parameters, rules } = racedOn(method, settled.design, given, within(0.7, 0.9), {});
  const task = { method: id, parameters, options: design, needs, shares, rows };
  const { begun } = planOf(settled.design, task, within(0.9, 1));
  const content: PlanContent = {
    design: bareDesign(design),
    method: id,
    parameters,
    rules,
    reading,
    parts,
    skipFailed,
    sample,
    ...(heldOut && { heldOut }),
    shares,
    rows,
    begun,
  };
  const leftOut = skippedNotes(plannedOut(parts), parts);
  return { ...packPlan(content), content, rowsRead, filesRead: readings.length, leftOut };
}

const namesOf = (names: readonly string[] = []): Understood[] =>
  names.map((name) => ({ name, reading: { kind: 'empty' } }));

/** Readings of files drawn by the seed, in their order, all parts, and those of these files. */
async function readSome(
  parts: readonly PlanPart[],
  reading: {
    readonly read: PlanContent['reading']['read'];
    readonly text: boolean;
    readonly columns: readonly Understood[];
    readonly skipFailed: boolean;
  },
  seed: number,
  context: RunContext,
): Promise<{
  readonly readings: TableReading[];
  readonly parts: readonly PlanPart[];
  readonly chosen: readonly PlanPart[];
}> {
  const files = parts.filter(({ path, to }, i) => to > 0 && path !== parts[i - 1]?.path);
  const taken: PlanPart[] = [];
  let bytes = 0;
  for (const i of permutation(files.length, seed, context)) {
    if (bytes > READ) break;
    taken.push(files[i]);
    bytes += files[i].bytes;
  }
  taken.sort((a, b) => files.indexOf(a) - files.indexOf(b));
  const readings: TableReading[] = [];
  const failures = new Map<string, string>();
  for (const [i, file] of taken.entries()) {
    if (file.failed !== undefined) continue;
    const first = readings[0]?.columns ?? reading.columns;
    const options = readOfPart({ ...reading, columns: first }, file);
    const { names, ...named } = options;
    const found = await readingOfFile(
      { kind: 'path', path: file.path },
      names?.length === 0 ? named : options,
      partOf(context, i / taken.length, (i + 1) / taken.length),
    ).catch((error) => {
      if (hasNoRows(error)) return undefined;
      if (!reading.skipFailed || !failsByData(error)) throw error;
      failures.set(file.path, error.message);
      return undefined;
    });
    if (found) readings.push(found);
  }
  if (readings.length === 0) {
    const [why] = failures.values();
    const message =
      why === undefined ? 'All files are empty. Name files with a line per row.' : `No file can be read. ${why}`;
    throw new KernelscopeError('file/empty', message);
  }
  const paths = new Set(taken.map(({ path }) => path));
  const known = parts.map((part) => {
    const failed = part.failed ?? failures.get(part.path);
    return failed === undefined ? part : { ...part, failed };
  });
  return {
    readings,
    parts: known,
    chosen: known.filter(({ path, failed }) => paths.has(path) && failed === undefined),
  };
}

/** The same shares where the sample is drawn from this many rows. */
const ofRows = (shares: RowShares, rows: number): RowShares => ({
  ...shares,
  sampled: sampledShare(shares.rule ? rows * (1 - shares.heldOut) : rows),
});

/** The sampled rows of the parts that are visited, as text. */
async function sampleOf(
  visit: PartsVisit,
  columns: readonly Understood[],
  shares: RowShares,
  context: RunContext,
): Promise<Uint8Array> {
  const lines = [namesLine(columns)];
  for await (const { part, table } of visit(askedBy(shares), context)) {
    lines.push(...sampledLines(arranged(table, columns), part, shares));
  }
  return new TextEncoder().encode(lines.join(''));
}

/** A block of a part with its columns in the order of all. */
function arranged({ inspection, columns, ...block }: RowsTable, all: readonly Understood[]): RowsTable {
  const places = new Map(inspection.columns.map(({ name }, j) => [name, j]));
  return {
    ...block,
    inspection: { ...inspection, columns: all.map(({ name, reading: { kind } }) => ({ name, kind, reason: '' })) },
    columns: all.map(({ name }) => columns[places.get(name) ?? -1] ?? { kind: 'empty' }),
  };
}
