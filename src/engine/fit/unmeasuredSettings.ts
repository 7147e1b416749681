import type { Callout } from '../contract/callout';
import { quietContext } from '../contract/context';
import type { Design } from '../contract/data';
import { fileColumn } from '../data/fileColumn';
import { permutation } from '../data/random';
import { sharedSettings } from '../words/rareCallouts';
import { fewestIn, settingsIn } from './sharedSettings';

/** The largest share of the settings that columns in any order would have, if somebody has chosen them together. */
const CHOSEN_TOGETHER = 2 / 3;

/** With more rows, looking for settings takes long beside the fit. */
const MOST_ROWS = 5000;

/**
 * The callout for rows of the same settings where the fit has not measured its errors at new ones, as robust fits and
 * those on features do not. None if the person has said how rows are divided, or if columns of few values that have
 * nothing to do with each other would share as many.
 */
export function unmeasuredSettings(design: Design): Callout[] {
  const { division, classes, train, transform } = design;
  const { x } = train;
  if (division || classes || x.rows > MOST_ROWS) return [];
  const found = settingsIn(design, quietContext);
  if (!found) return [];
  const orders = transform.inputs.map((_, input) => permutation(x.rows, input));
  const of = fileColumn(transform);
  const values = x.values.map((_, at) => {
    const row = at % x.rows;
    return x.values[at - row + orders[of[(at - row) / x.rows]][row]];
  });
  const { settings = 0 } = fewestIn(design, quietContext, { ...x, values }) ?? {};
  if (found.settings > CHOSEN_TOGETHER * settings) return [];
  return [sharedSettings(found.columns, { rows: x.rows, settings: found.settings })];
}
