import type { Callout } from '../contract/callout';
import type { RunContext } from '../contract/context';
import type { DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { chooseColumns } from './chooseColumns';
import { fileCallouts } from './fileCallouts';
import { notLeftOut } from './leaveOut';
import { responseOf } from './response';
import type { Table } from './table';
import { targetCallouts } from './targetCallouts';

/**
 * The callouts that a fit with these choices would show before it measures; only those about the file when the choices
 * allow no fit, or when nothing is to be predicted.
 */
export function calloutsOf(
  table: Table,
  options: DesignOptions,
  alone: boolean,
  context: RunContext,
): readonly Callout[] {
  const ofFile = fileCallouts(table.inspection);
  if (alone) return ofFile;
  try {
    const chosen = chooseColumns(table, options);
    const response = responseOf(table, chosen, options, context);
    const { without } = options;
    const used = without === undefined ? response.rows : notLeftOut(table, response.rows, without, context);
    return [
      ...fileCallouts(table.inspection, used, chosen.leftOut),
      ...targetCallouts({ table, chosen, response: { ...response, rows: used }, options }),
    ];
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'run/cancelled') return ofFile;
    throw error;
  }
}
