import { racedOn } from '../compare/race/racedFit';
import { contextWith, partOf, type RunContext, silently } from '../contract/context';
import { bareDesign, type DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import type { FitRequest } from '../contract/run';
import { frozenReading } from '../data/frozenReading';
import { rulesOf } from '../data/logarithm';
import { permutation } from '../data/random';
import type { RowsTable } from '../data/table';
import { readingOfFile, type TableReading } from '../data/tableReading';
import type { Chooser } from '../machine/backEnd';
import { checkParameters } from '../parameters/checkParameters';
import { checkSummed, SUMMED } from '../parts/families';
import { findShares, type PartsVisit, rowsByDate } from '../parts/findShares';
import { planOf } from '../parts/plan';
import { expectedRows, type RowShares, sampledShare } from '../parts/rowShares';
import { askedBy, namesLine, sampledLines, type Understood } from '../parts/sampleTable';
import { needsOf } from '../parts/usedRows';
import { readHeldOut } from './heldOutRows';
import { type ListedFiles, listParts, mergedColumns } from './listParts';
import type { Packed } from './packed';
import { hasNoRows, readOfPart, visitTo } from './partBlocks';
import type { PlanContent } from './planContent';
import { designOfPlan, nameOf, packPlan } from './planFile';
import { isCutCell, type PlanPart, sourceOfPart } from './planPart';
import { failsByData, plannedOut, skippedNotes } from './skippedParts';

/** Bytes of files that a plan is made from; the file that goes beyond them is still read. */
const READ = 2 ** 30;

/** A fit of files, as it is planned. */
export interface PlanRequest extends Omit<FitRequest, 'source' | 'streamed'>, ListedFiles {}

export interface MadePlan extends Packed {
  readonly content: PlanContent;
  /** Number of rows that the plan is settled on. */
  readonly rowsRead: number;
  /** Notes that name the parts that are left out. */
  readonly leftOut: readonly Note[];
}

/**
 * Settles all that the other steps use on files (or parts of larger ones) drawn by the seed, up to a gigabyte. If no part size was asked for, files are not cut if a cell has
 * a line end in it. Throws what a fit of the files throws.
 */
export async function makePlan(request: PlanRequest, algebra: Chooser, context: RunContext): Promise<MadePlan> {
  try {
    return await planOfFiles(request, algebra, context);
  } catch (error) {
    if (request.partSize !== undefined || !isCutCell(error)) throw error;
    return planOfFiles({ ...request, partSize: 'file' }, algebra, context);
  }
}

async function planOfFiles(request: PlanRequest, algebra: Chooser, context: RunContext): Promise<MadePlan> {
  const id = checkSummed(request);
  const { design: askedDesign, skipFailed = false } = request;
  const asked = rulesOf(request);
  const { holdout } = askedDesign;
  const { method } = SUMMED[id];
  const given = checkParameters(method, request.parameters);
  const { parts: listed, dialect, text, names } = await listParts(request, asked, partOf(context, 0, 0.05));
  const { delimiter, quote, decimal, thousands, encoding } = dialect;
  const { acceptExpansion: _, ...readOfParts } = asked;
  const read = text ? { ...readOfParts, delimiter, quote, decimal, thousands, encoding } : readOfParts;
  const lines = { read, text, names, dialect };
  const some = await readSome(listed, { ...lines, skipFailed }, askedDesign.seed, partOf(context, 0.05, 0.4));
  const { readings, parts, chosen } = some;
  const reading = { ...lines, columns: mergedColumns(readings) };
  const likeParts = { ...asked, frozen: frozenReading(reading) };
  const heldOut = holdout.kind === 'file' ? await readHeldOut(holdout.source, likeParts, silently(context)) : undefined;
  const rowsRead = readings.reduce((sum, { rows }) => sum + rows, 0);
  const bytesOf = (of: readonly PlanPart[]) => of.reduce((sum, { from, to }) => sum + to - from, 0);
  const readable = parts.filter(({ failed }) => failed === undefined);
  const expected = Math.max(rowsRead, Math.round((rowsRead * bytesOf(readable)) / bytesOf(chosen)));
  const needed = (of: DesignOptions) => needsOf(of, SUMMED[id], reading.columns, nameOf(parts));
  // This reads all rows, so it is skipped if some files are not read for the plan.
  const design =
    chosen.length < readable.length
      ? askedDesign
      : await rowsByDate(
          askedDesign,
          needed(askedDesign),
          reading.columns,
          visitTo(parts, chosen, reading),
          silently(context),
        );
  const needs = needed(design);
  const drawn = (sharing: RowShares, of: readonly PlanPart[], inner: RunContext) =>
    sampleOf(visitTo(parts, of, reading), reading.columns, sharing, inner);
  const settledOn = (sample: Uint8Array) =>
    designOfPlan({ design, method: id, reading, sample, parts, ...(heldOut && { heldOut }) }, context);
  const shares = await findShares(
    { options: design, needs, columns: reading.columns, rows: expected },
    {
      some: visitTo(parts, chosen, reading),
      all: visitTo(parts, readable, reading),
      sample: async (of) => (await settledOn(await drawn(ofRows(of, rowsRead), chosen, silently(context)))).design,
    },
    partOf(context, 0.4, 0.6),
  );
  // If the last rows are held out, the files drawn may hold few others.
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
  const { parameters, rules } = racedOn(method, settled.design, given, within(0.7, 0.9), { fitted: rows });
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
  return { ...packPlan(content), content, rowsRead, leftOut };
}

/** A unit of reading: a file, or one part of a file that is larger than all that is read. */
interface Piece {
  readonly bytes: number;
  readonly parts: readonly PlanPart[];
}

/** The pieces of the parts, in their order, without empty ones. */
function piecesOf(parts: readonly PlanPart[]): Piece[] {
  const pieces = new Map<string | PlanPart, PlanPart[]>();
  for (const part of parts) {
    const key = part.bytes > READ ? part : part.path;
    const before = pieces.get(key);
    if (before) before.push(part);
    else pieces.set(key, [part]);
  }
  return Array.from(pieces.values(), (of) => ({
    bytes: of.reduce((sum, { from, to }) => sum + to - from, 0),
    parts: of,
  })).filter(({ bytes }) => bytes > 0);
}

/** Pieces drawn by the seed, up to the first that goes beyond the bytes that are read. */
function drawnPieces(pieces: readonly Piece[], seed: number, context: RunContext): Piece[] {
  const taken: number[] = [];
  let bytes = 0;
  for (const i of permutation(pieces.length, seed, context)) {
    if (bytes > READ) break;
    taken.push(i);
    bytes += pieces[i].bytes;
  }
  return taken.sort((a, b) => a - b).map((i) => pieces[i]);
}

/** Readings of pieces drawn by the seed, in their order, all parts, and those of these pieces. */
async function readSome(
  parts: readonly PlanPart[],
  reading: Omit<PlanContent['reading'], 'columns'> & { readonly skipFailed: boolean },
  seed: number,
  context: RunContext,
): Promise<{
  readonly readings: TableReading[];
  readonly parts: readonly PlanPart[];
  readonly chosen: readonly PlanPart[];
}> {
  const taken = drawnPieces(piecesOf(parts), seed, context);
  const readings: TableReading[] = [];
  const failures = new Map<PlanPart, string>();
  for (const [k, piece] of taken.entries()) {
    const [first] = piece.parts;
    if (first.failed !== undefined) continue;
    const { source, groups } = sourceOfPiece(piece, reading.dialect.quote, parts);
    const found = await readingOfFile(
      source,
      readOfPart(reading, first),
      partOf(context, k / taken.length, (k + 1) / taken.length),
      { groups },
    ).catch((error) => {
      if (hasNoRows(error)) return undefined;
      if (!reading.skipFailed || !failsByData(error)) throw error;
      for (const part of piece.parts) failures.set(part, error.message);
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
  const known = new Map(
    parts.map((part) => {
      const failed = part.failed ?? failures.get(part);
      return [part, failed === undefined ? part : { ...part, failed }];
    }),
  );
  const chosen = taken.flatMap((piece) => piece.parts.map((part) => known.get(part) ?? part));
  return { readings, parts: [...known.values()], chosen: chosen.filter(({ failed }) => failed === undefined) };
}

/** The source of a piece's rows: the entire file (whatever its parts), or the one part of a larger file. */
function sourceOfPiece({ parts: [first, ...others] }: Piece, quote: string, all: readonly PlanPart[]) {
  const whole = { source: { kind: 'path', path: first.path } as const, groups: undefined };
  if (others.length > 0 || first.bytes <= READ) return whole;
  return { source: sourceOfPart(first, all.indexOf(first) + 1, { quote }), groups: first.groups };
}

/** The shares with a sample that is drawn from this many rows. */
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
