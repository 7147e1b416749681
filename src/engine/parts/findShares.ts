import { type RunContext, silently } from '../contract/context';
import type { Design, DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { DateOrder, lastBy } from '../data/dateOrder';
import { checkOrder, heldOutInOrder, leftToOrder } from '../data/divideRows';
import type { WantedColumns } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import { rankedValue } from './rankedValue';
import { BINS, binOf, type RowShares, type SideRule, sharesByRule, sharesOf } from './rowShares';
import type { Understood } from './sampleTable';
import { placesOf, type RowNeeds, usedColumn, usedRows } from './usedRows';

/** A block of a part, counted from 0. */
interface PartBlock {
  readonly part: number;
  readonly table: RowsTable;
}

/** The rows of parts, block by block; `only`: those of a single part. */
export type PartsVisit = (wanted: WantedColumns, context: RunContext, only?: number) => AsyncIterable<PartBlock>;

/** The facts about the rows that are known before they are visited. */
interface Unvisited {
  readonly options: DesignOptions;
  readonly needs: RowNeeds;
  readonly columns: readonly Understood[];
  /** Number of rows, as far as it is known. */
  readonly rows: number;
}

/** The ways to reach the rows. */
interface Ways {
  /** A visit to enough rows to know the groups. */
  readonly some: PartsVisit;
  readonly all: PartsVisit;
  /** The design of a sample of the rows with these shares. */
  readonly sample: (shares: RowShares) => Promise<Pick<Design, 'transform'>>;
}

/**
 * The shares of the rows that are held out: by their numbers; entire groups or folds, which `some` of the rows show; or the last ones in order, for which `all` are visited, once or
 * more often. Throws `parameter/invalid` for a column that cannot order rows, `data/too-few-rows` if all would be held out.
 */
export async function findShares(
  unvisited: Unvisited,
  { some, all, sample }: Ways,
  context: RunContext,
): Promise<RowShares> {
  const { options, needs, rows, columns } = unvisited;
  const { holdout } = options;
  const usual = sharesOf(options, rows);
  const { units, order } = needs;
  const ordering = columns.find(({ name }) => name === order);
  if (ordering) checkOrder({ name: ordering.name, kind: ordering.reading.kind });
  if (holdout.kind === 'file' || holdout.fraction === 0) return usual;
  if (units === undefined && !heldOutInOrder(options)) return usual;
  // Rows with a gap in a feature do not count, and a sample shows which columns are features.
  const whole =
    options.missing === 'drop'
      ? (await sample({ ...usual, heldOut: 0 })).transform.inputs.map(({ column }) => column)
      : [];
  const asked = { ...unvisited, whole };
  if (units !== undefined && !heldOutInOrder(options)) return wholeUnits(asked, units, some, usual.heldOut, context);
  const { fraction } = holdout;
  const ranked = (count: number) => count - Math.max(1, Math.round(fraction * count));
  return order === undefined ? fromRow(asked, all, ranked, context) : beyondValue(asked, order, all, ranked, context);
}

interface Counted extends Unvisited {
  /** Columns that may have no gap. */
  readonly whole: readonly string[];
}

/** The blocks of a visit with the rows of each that take part. */
async function* usedBlocks(
  { needs, whole }: Counted,
  visit: PartsVisit,
  context: RunContext,
  { hashed, only }: { readonly hashed?: string; readonly only?: number } = {},
) {
  const kinds = [
    ...needs.targets,
    ...(needs.weights === undefined ? [] : [needs.weights]),
    ...placesOf(needs),
    ...whole,
  ];
  const wanted: WantedColumns = {
    levels: new Map(),
    kinds: new Map(kinds.map((name) => [name, 'any'])),
    ...(hashed !== undefined && { hashed }),
  };
  for await (const { part, table } of visit(wanted, context, only)) {
    context.check();
    yield { part, table, rows: usedRows(table, needs, whole, silently(context)).rows };
  }
}

async function fromRow(
  asked: Counted,
  visit: PartsVisit,
  ranked: (count: number) => number,
  context: RunContext,
): Promise<RowShares> {
  const counts: number[] = [];
  for await (const { part, rows } of usedBlocks(asked, visit, context))
    counts[part] = (counts[part] ?? 0) + rows.length;
  const count = counts.reduce((sum, more) => sum + more, 0);
  const kept = ranked(count);
  if (kept <= 0) throw nothingLeft(count);
  let left = kept;
  const only = counts.findIndex((rows = 0) => {
    if (left < rows) return true;
    left -= rows;
    return false;
  });
  for await (const { part, table, rows } of usedBlocks(asked, visit, silently(context), { only })) {
    if (left < rows.length) {
      const rule: SideRule = { kind: 'from', part, row: (table.before ?? 0) + rows[left] };
      return sharesByRule(asked.options.seed, rule, count - kept, count);
    }
    left -= rows.length;
  }
  throw new KernelscopeError('file/changed', 'A file was changed while it was read. Begin again.');
}

async function beyondValue(
  asked: Counted,
  column: string,
  visit: PartsVisit,
  ranked: (count: number) => number,
  context: RunContext,
): Promise<RowShares> {
  let count = 0;
  async function* values() {
    for await (const { table, rows } of usedBlocks(asked, visit, context)) {
      const cells = usedColumn(table, column);
      if ('values' in cells) yield Float64Array.from(rows, (i) => cells.values[i]);
    }
  }
  const { value, greater } = await rankedValue(values, (found) => {
    count = found;
    if (ranked(found) <= 0) throw nothingLeft(found);
    return ranked(found) - 1;
  });
  return sharesByRule(asked.options.seed, { kind: 'beyond', column, cut: value }, greater, count);
}

const nothingLeft = (rows: number): KernelscopeError =>
  new KernelscopeError(
    'data/too-few-rows',
    `Holding out the last of ${rows} rows leaves none to learn from. Hold out fewer rows.`,
    { rows },
  );

async function wholeUnits(
  asked: Counted,
  column: string,
  visit: PartsVisit,
  share: number,
  context: RunContext,
): Promise<RowShares> {
  const { seed } = asked.options;
  const sizes = new Float64Array(BINS);
  for await (const { table, rows } of usedBlocks(asked, visit, context, { hashed: column })) {
    const bin = binOf(usedColumn(table, column), seed);
    for (const row of rows) sizes[bin(row)]++;
  }
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const held = heldBins(sizes, share * count);
  const heldRows = held.reduce((sum, b) => sum + sizes[b], 0);
  // A group not yet seen is held out with the probability of a row.
  const unmet = Array.from(sizes.keys()).filter((b) => sizes[b] === 0 && b < share * BINS);
  const rule: SideRule = { kind: 'units', column, held: [...held, ...unmet].sort((a, b) => a - b) };
  return sharesByRule(seed, rule, (heldRows / Math.max(1, count)) * asked.rows, asked.rows);
}

/**
 * Bins in their order that together hold out as close to `wanted` rows as possible: at least one bin and not all. Bins
 * of more than twice as many rows come last.
 */
function heldBins(sizes: Float64Array, wanted: number): number[] {
  const met = Array.from(sizes.keys()).filter((b) => sizes[b] > 0);
  const small = met.filter((b) => sizes[b] <= 2 * wanted);
  const large = met.filter((b) => sizes[b] > 2 * wanted).sort((a, b) => sizes[a] - sizes[b] || a - b);
  const held: number[] = [];
  let count = 0;
  for (const b of [...small, ...large]) {
    if (held.length === met.length - 1) break;
    if (held.length > 0 && Math.abs(count + sizes[b] - wanted) >= Math.abs(count - wanted)) continue;
    held.push(b);
    count += sizes[b];
  }
  return held;
}

/**
 * As `withDateOrder`, for rows that are visited and not held: visits all once, part after part, if the file has a date and no choice was made how rows are
 * held out.
 */
export async function rowsByDate(
  options: DesignOptions,
  needs: RowNeeds,
  columns: readonly Understood[],
  visit: PartsVisit,
  context: RunContext,
): Promise<DesignOptions> {
  const fraction = leftToOrder(options);
  const dates = columns.flatMap(({ name, reading }) =>
    reading.kind === 'date' && !needs.targets.includes(name) ? [{ name, order: new DateOrder() }] : [],
  );
  if (fraction === undefined || dates.length === 0) return options;
  const kinds = [...needs.targets, ...dates.map(({ name }) => name)].map((name) => [name, 'any'] as const);
  for await (const { table } of visit({ levels: new Map(), kinds: new Map(kinds) }, context)) {
    const { rows } = usedRows(table, needs, [], silently(context));
    for (const { name, order } of dates) {
      const column = usedColumn(table, name);
      if ('values' in column) order.add(column.values, rows);
    }
  }
  const by = dates.find(({ order }) => order.holds);
  return by ? { ...options, holdout: lastBy(by.name, fraction) } : options;
}
