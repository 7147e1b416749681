import { inBlocks, partOf, type RunContext } from '../../contract/context';
import type { ColumnSummary, DesignOptions } from '../../contract/data';
import { type Failure, KernelscopeError } from '../../contract/failure';
import type { ColumnProfile, ColumnRole, Profile, ProfileTarget } from '../../contract/profile';
import { explainedByNeighbours } from '../../statistics/explainedByNeighbours';
import { type ChosenColumns, chooseColumns } from '../chooseColumns';
import { classesOf } from '../classes';
import { encodedWidth } from '../encodeRows';
import { keptRows, valuesAt } from '../keptRows';
import { learnInput } from '../learnTransform';
import { finiteMean } from '../moments';
import { numericValues, rowsWithout } from '../response';
import { subsample } from '../splitRows';
import type { Column, Table } from '../table';
import { barsOf } from './bars';
import { gapGroups, groupsOf } from './groups';
import { type ProfiledTarget, relationOf } from './relation';

/** The steps of a histogram in a line of a table. */
const STEPS = 20;
/** Relations are measured on about this many cells, in a number of rows between these two. */
const CELLS = 2e7;
const LEAST_ROWS = 2000;
const MOST_ROWS = 50_000;
/** The most classes whose proportions are shown. */
const SHOWN_CLASSES = 5;
/** Rows with a gap are compared with those without when there are at least this many of both. */
const GAPS = 5;

/**
 * Describes every column of a file by itself: the spread of its values, its role in a fit and why, how well it alone
 * predicts the target. Takes a few passes over each column; with very many rows, relations are measured on a random
 * sample.
 */
export function profileTable(
  table: Table,
  design: DesignOptions,
  alone: boolean,
  context: RunContext,
): Omit<Profile, 'callouts'> {
  const { inspection, columns } = table;
  const roles = rolesOf(table, design, alone);
  const { chosen, refusal, features } = roles;
  const order = new Set(chosen?.splits.order ? [chosen.splits.order] : []);
  const targets = chosen?.targets ?? [];
  const rows = rowsWithout(
    targets.map(({ index }) => columns[index]),
    keptRows(inspection.rows, () => true, context),
    context,
  );
  const target = chosen && targetOf(table, roles, rows, context);
  const profiles = inspection.columns.map((summary, j): ColumnProfile => {
    const part = partOf(context, j / columns.length, (j + 1) / columns.length);
    part.progress(0, 'looking at the columns');
    const column = columns[j];
    return {
      role: roles.roleOf(summary),
      order: order.has(summary),
      why: roles.whyOf(summary),
      ...barsIn(summary, column, part),
      encoded: encodedColumns(column, summary.name, rows, design, part),
      ordered: column.kind === 'date' && neverFalls(column.values, summary, part),
      ...(target && roles.roleOf(summary) !== 'target' && relations(column, summary.identifier, target, part)),
    };
  });
  return {
    inspection,
    ...(target && { target: target.profile }),
    ...(refusal && { refusal }),
    columns: profiles,
    encoded: features.reduce((sum, { index }) => sum + profiles[index].encoded, 0),
    complete: rowsWithout(
      features.map(({ index }) => columns[index]),
      rows,
      context,
    ).length,
  };
}

function barsIn(summary: ColumnSummary, column: Column, context: RunContext): Pick<ColumnProfile, 'bars'> {
  if (!('values' in column) || summary.numeric === undefined) return {};
  const bars = barsOf(column.values, { distinct: summary.distinct, ...summary.numeric }, STEPS, context);
  return bars ? { bars } : {};
}

/** How many columns a fit of all these rows would make of it; 0 when it cannot. */
function encodedColumns(
  column: Column,
  name: string,
  rows: Uint32Array,
  design: DesignOptions,
  context: RunContext,
): number {
  if (column.kind === 'text' || rows.length === 0) return 0;
  const input = learnInput(column, name, rows, design, context);
  return typeof input === 'string' ? 0 : encodedWidth(input);
}

function neverFalls(values: Float64Array, { distinct }: ColumnSummary, context: RunContext): boolean {
  let last = Number.NEGATIVE_INFINITY;
  let falls = false;
  inBlocks(values.length, context, 1, (from, to) => {
    for (let i = from; i < to && !falls; i++) {
      falls = values[i] < last;
      if (!Number.isNaN(values[i])) last = values[i];
    }
  });
  return !falls && distinct > 2;
}

interface MeasuredTarget {
  readonly profile: ProfileTarget;
  /** The rows (0-based) on which relations are measured, and the target there. */
  readonly rows: Uint32Array;
  readonly response: ProfiledTarget;
}

function targetOf(table: Table, { chosen }: Roles, all: Uint32Array, context: RunContext): MeasuredTarget | undefined {
  if (chosen === undefined || all.length === 0) return undefined;
  const [summary] = chosen.targets;
  const column = table.columns[summary.index];
  const most = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(CELLS / table.columns.length)));
  const rows = subsample(all, most, 0, undefined, context);
  const about = { index: summary.index, classify: chosen.classify, rows: all.length };
  if (!chosen.classify) {
    const values = valuesAt(numericValues(column), rows, context);
    const mean = finiteMean(values, context);
    const response = { values, classes: 0, shown: [] };
    return { profile: { ...about, outputs: [summary.name], means: [mean] }, rows, response };
  }
  const { levels, codes } = classesOf(column, all, table.inspection.rows, context);
  const values = valuesAt(codes, rows, context);
  const counts = new Float64Array(levels.length);
  for (const code of values) counts[code]++;
  const byCount = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a]);
  const shown = levels.length === 2 ? [1] : byCount.slice(0, SHOWN_CLASSES);
  const profile = {
    ...about,
    outputs: shown.map((code) => levels[code]),
    means: shown.map((code) => counts[code] / rows.length),
  };
  return { profile, rows, response: { values, classes: levels.length, shown } };
}

/**
 * How much of a numeric target a column of numbers explains alone, as in the search for leaks; −∞ otherwise: other
 * columns' groups are their values.
 */
function byNeighbours(column: Column, rows: Uint32Array, { values: y, classes }: ProfiledTarget): number {
  if (!('values' in column) || classes > 0) return Number.NEGATIVE_INFINITY;
  const known = Array.from(rows.keys()).filter((i) => !Number.isNaN(column.values[rows[i]]));
  return explainedByNeighbours(
    Float64Array.from(known, (i) => column.values[rows[i]]),
    Float64Array.from(known, (i) => y[i]),
  );
}

/** Identifiers and free text have no groups worth measuring. */
function relations(
  column: Column,
  identifier: boolean,
  { rows, response }: MeasuredTarget,
  context: RunContext,
): Pick<ColumnProfile, 'relation' | 'gaps'> {
  const groups = identifier || column.kind === 'text' ? undefined : groupsOf(column, rows, context);
  const byGroups = groups && relationOf(groups, response, context);
  const relation = byGroups && {
    ...byGroups,
    explained: Math.max(byGroups.explained, byNeighbours(column, rows, response)),
  };
  const gaps = column.kind === 'empty' ? undefined : gapGroups(column, rows, context);
  const byGap = gaps && relationOf(gaps, response, context);
  return {
    ...(relation && { relation }),
    ...(byGap && Math.min(...byGap.groups.map(({ n }) => n)) >= GAPS && { gaps: byGap }),
  };
}

/** The role of every column in a fit. */
interface Roles {
  /** The chosen columns, when the choices allow a fit. */
  readonly chosen?: ChosenColumns;
  /** Why they do not allow one. */
  readonly refusal?: Failure;
  readonly roleOf: (column: ColumnSummary) => ColumnRole;
  readonly whyOf: (column: ColumnSummary) => string;
  readonly features: readonly ColumnSummary[];
}

/**
 * The roles as a fit would assign them; when no fit is possible, or nothing is to be predicted, every usable or named
 * column is a feature.
 */
function rolesOf(table: Table, design: DesignOptions, alone: boolean): Roles {
  const { columns } = table.inspection;
  let refusal: Failure | undefined;
  if (!alone)
    try {
      return chosenRoles(chooseColumns(table, design), design);
    } catch (error) {
      if (!(error instanceof KernelscopeError)) throw error;
      refusal = error.failure;
    }
  const named = design.features && new Set(design.features);
  const features = columns.filter((column) => (named ? named.has(column.name) : column.usable));
  const among = new Set(features);
  return {
    ...(refusal && { refusal }),
    features,
    roleOf: (column) => (among.has(column) ? 'feature' : 'out'),
    whyOf: (column) => (among.has(column) ? '' : column.reason || NOT_CHOSEN),
  };
}

const NOT_CHOSEN = 'left out by you';

function chosenRoles(chosen: ChosenColumns, { splitBy }: DesignOptions): Roles {
  const { targets, weights, splits, features, leftOut } = chosen;
  const among = new Set(features);
  const why = new Map(leftOut.map((column) => [column.name, column.why]));
  const roleOf = (column: ColumnSummary): ColumnRole => {
    if (targets.includes(column)) return 'target';
    if (column === weights) return 'weights';
    if (column === splits.units) return splitBy?.kind === 'fold' ? 'fold' : 'group';
    return among.has(column) ? 'feature' : 'out';
  };
  return {
    chosen,
    features,
    roleOf,
    whyOf: (column) => (roleOf(column) === 'out' ? (why.get(column.name) ?? (column.reason || NOT_CHOSEN)) : ''),
  };
}
