import type { SummedId } from '../contract/cluster';
import { partOf, type RunContext, silently } from '../contract/context';
import type { Design, DesignOptions, FileSource, Inspection, ReadOptions, Sample } from '../contract/data';
import type { Model } from '../contract/model';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import { fileCallouts, fileNotes, gapCallouts } from '../data/fileCallouts';
import { frozenReading } from '../data/frozenReading';
import { rulesOf } from '../data/logarithm';
import { readTable } from '../data/readTable';
import { rowBlocks } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import { readingOfFile, type TableReading } from '../data/tableReading';
import type { FitContext } from '../fit/method';
import { codeRows, joinedRows, type RowCoding, type SampledRows } from './codeRows';
import { SUMMED } from './families';
import type { Family, RowsPlan } from './family';
import { findShares, type PartsVisit, rowsByDate } from './findShares';
import { finish, predictionSample, solve } from './finish';
import { errorsOfPart, sumsOfPart } from './partSums';
import { expectedRows, type RowShares } from './rowShares';
import { inspectionOf, SAMPLE_BLOCK, sampledDesign, sampleTable } from './sampleTable';
import { needsOf, type RowNeeds } from './usedRows';
import { visitOf, wantedBy } from './visit';

/** A file whose rows are visited and not held: how it is read, and a sample of its training rows. */
export interface VisitedFile {
  readonly reading: TableReading;
  /** Options as requested, with the last rows held out if that was left to their order. */
  readonly options: DesignOptions;
  readonly needs: RowNeeds;
  readonly shares: RowShares;
  readonly inspection: Inspection;
  /** The design of the sample, without held-out rows except those of another file. */
  readonly sample: Design;
  /** Expected number of training rows. */
  readonly rows: number;
}

/**
 * Reads a file for its columns, then for the sample; in between it is read for groups or the last rows, if these are held out.
 */
export async function visitedFile(
  source: FileSource,
  given: ReadOptions,
  asked: DesignOptions,
  id: SummedId,
  context: RunContext,
): Promise<VisitedFile> {
  const read = rulesOf({ read: given, design: asked });
  const reading = await readingOfFile(source, read, partOf(context, 0, 0.4));
  const family = SUMMED[id];
  const needed = (options: DesignOptions) => needsOf(options, family, reading.columns, reading.file.name);
  const visit = visitTo(source, reading);
  const options = await rowsByDate(asked, needed(asked), reading.columns, visit, silently(context));
  const needs = needed(options);
  const shares = await sharesOfFile(source, reading, { options, needs, family }, partOf(context, 0.4, 0.7));
  const table = await sampleTable(source, reading, shares, partOf(context, 0.7, 0.95));
  const { holdout } = options;
  const rules = { ...read, frozen: frozenReading(reading) };
  const heldOut = holdout.kind === 'file' ? await readTable(holdout.source, rules, silently(context)) : undefined;
  const design = sampledDesign(table, options, family.build, partOf(context, 0.95, 1), heldOut);
  const used = design.train.rows.length / table.inspection.rows;
  const inspection = inspectionOf(table.inspection, reading);
  const ofFile = fileNotes(inspection.notes).filter((note) => !table.inspection.notes.includes(note));
  const features = new Set(design.transform.inputs.map(({ column }) => column));
  const gaps = gapCallouts(inspection.columns.filter(({ name }) => features.has(name)));
  const left = design.report.dropped.filter(({ what }) => what === 'column');
  const sample = {
    ...design,
    callouts: [...fileCallouts(inspection, undefined, left), ...gaps],
    report: { ...design.report, notes: [...ofFile, ...design.report.notes] },
  };
  return {
    reading,
    options,
    needs,
    shares,
    inspection,
    sample,
    rows: expectedRows(sample.train.rows.length, reading.rows * (1 - shares.heldOut) * used, shares.sampled === 1),
  };
}

function visitTo(source: FileSource, reading: TableReading): PartsVisit {
  return async function* (wanted, inner) {
    for await (const table of rowBlocks(source, reading, SAMPLE_BLOCK, wanted, inner)) yield { part: 0, table };
  };
}

async function sharesOfFile(
  source: FileSource,
  reading: TableReading,
  { options, needs, family }: { readonly options: DesignOptions; readonly needs: RowNeeds; readonly family: Family },
  context: RunContext,
): Promise<RowShares> {
  const visit = visitTo(source, reading);
  const sample = async (undivided: RowShares) =>
    sampledDesign(
      await sampleTable(source, reading, undivided, silently(context)),
      options,
      family.build,
      silently(context),
    );
  return findShares(
    { options, needs, columns: reading.columns, rows: reading.rows },
    { some: visit, all: visit, sample },
    context,
  );
}

/** Visits the rows for their sums, then for their leave-one-out errors, and fits. */
export async function fitVisited(
  plan: RowsPlan,
  visit: (context: RunContext) => AsyncIterable<RowsTable>,
  context: FitContext,
): Promise<{ readonly design: Design; readonly outcome: FitOutcome | ComponentsOutcome }> {
  const started = performance.now();
  const sums = await sumsOfPart(visit(partOf(context, 0, 0.4)), 0, plan, context);
  const seconds = (performance.now() - started) / 1000;
  const solution = solve(plan, sums, silently(context));
  const errors = await errorsOfPart(visit(partOf(context, 0.45, 0.85)), 0, plan, solution, context);
  const last = partOf(context, 0.85, 1);
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

/** The held-out rows of a file, encoded for a model. */
export async function heldOutOf(
  source: FileSource,
  { sample, reading, needs, shares }: VisitedFile,
  { transform, classes }: Pick<Model, 'transform' | 'classes'>,
  context: RunContext,
): Promise<Sample | undefined> {
  if (sample.holdout) return sample.holdout;
  const coding: RowCoding = { ...needs, transform, ...(classes && { classes: classes.levels }), shares };
  const found: SampledRows[] = [];
  for await (const table of rowBlocks(source, reading, SAMPLE_BLOCK, wantedBy(coding), context))
    found.push(codeRows(table, 0, coding, silently(context)).heldOut);
  return predictionSample(joinedRows(found), undefined);
}
