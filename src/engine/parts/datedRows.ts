import { type RunContext, silently } from '../contract/context';
import type { DesignOptions } from '../contract/data';
import { DateOrder, lastBy, leftToOrder } from '../data/dateOrder';
import type { PartsVisit } from './findShares';
import type { Understood } from './sampleTable';
import { columnOf, type RowNeeds, usedRows } from './usedRows';

/**
 * As `withDateOrder`, of rows that are visited and not held: all of them once, part after part, where the file has a date and nobody said how rows are
 * held out.
 */
export async function datedRows(
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
      const column = columnOf(table, name);
      if ('values' in column) order.add(column.values, rows);
    }
  }
  const by = dates.find(({ order }) => order.holds);
  return by ? { ...options, holdout: lastBy(by.name, fraction) } : options;
}
