import { contextWith, partOf, type RunContext, silently } from '../contract/context';
import type { Design, DesignOptions, FileSource, Inspection, ReadOptions } from '../contract/data';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import type { buildDesign } from '../data/design';
import { readTable } from '../data/readTable';
import { rowBlocks } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import { readingOfFile, type TableReading } from '../data/tableReading';
import type { FitContext } from '../fit/method';
import type { RowsPlan } from './family';
import { finish, solve } from './finish';
import { errorsOfPart, sumsOfPart } from './partSums';
import { type RowShares, sharesOf } from './rowShares';
import { inspectionOf, sampleTable } from './sampleTable';
import { visitOf } from './visit';

/** A file whose rows are visited and not held: how it is read, and a sample of its training rows. */
export interface VisitedFile {
  readonly reading: TableReading;
  readonly shares: RowShares;
  readonly inspection: Inspection;
  /** Of the sample, without held-out rows but those of another file. */
  readonly sample: Design;
  /** Training rows that are expected. */
  readonly rows: number;
}

/** Reads a file twice, first for its columns, then for the sample, which `build` makes a design. */
export async function visitedFile(
  source: FileSource,
  read: ReadOptions,
  options: DesignOptions,
  build: typeof buildDesign,
  context: RunContext,
): Promise<VisitedFile> {
  const reading = await readingOfFile(source, read, partOf(context, 0, 0.45));
  const shares = sharesOf(options, reading.rows);
  const table = await sampleTable(source, reading, shares, partOf(context, 0.45, 0.95));
  const { holdout } = options;
  const second = holdout.kind === 'file';
  const heldOut = second ? await readTable(holdout.source, read, silently(context)) : undefined;
  const undivided: DesignOptions = second ? options : { ...options, holdout: { kind: 'fraction', fraction: 0 } };
  const design = build(table, undivided, partOf(context, 0.95, 1), heldOut);
  const used = design.train.rows.length / table.inspection.rows;
  const inspection = inspectionOf(table.inspection, reading);
  const ofFile = inspection.notes.filter((note) => !table.inspection.notes.includes(note));
  const sample = { ...design, report: { ...design.report, notes: [...ofFile, ...design.report.notes] } };
  return {
    reading,
    shares,
    inspection,
    sample,
    rows: Math.max(sample.train.rows.length, Math.round(reading.rows * (1 - shares.heldOut) * used)),
  };
}

/** Visits the rows for their sums, then for their leave-one-out errors, and fits. */
export async function fitVisited(
  plan: RowsPlan,
  visit: (context: RunContext) => AsyncIterable<RowsTable>,
  context: FitContext,
): Promise<{ readonly design: Design; readonly outcome: FitOutcome | ComponentsOutcome }> {
  const { linalg } = context;
  const started = performance.now();
  const sums = await sumsOfPart(visit(partOf(context, 0, 0.4)), 0, plan, linalg, context);
  const seconds = (performance.now() - started) / 1000;
  const solution = solve(plan, sums, linalg, silently(context));
  const errors = await errorsOfPart(visit(partOf(context, 0.45, 0.85)), 0, plan, solution, linalg, context);
  const last = contextWith(partOf(context, 0.85, 1), { linalg });
  // Rows that trained in the first visit do so in the second, unless the file has changed, which reading notices.
  if (errors === undefined) throw new Error('no row trains in the second visit');
  return finish(plan, sums, solution, { errors, seconds }, last);
}

/** The rows of a file, in blocks whose size follows from the plan alone. */
export function visits(source: FileSource, reading: TableReading, plan: RowsPlan) {
  return (context: RunContext): AsyncIterable<RowsTable> => {
    const { size, wanted } = visitOf(plan);
    return rowBlocks(source, reading, size, wanted, context);
  };
}
