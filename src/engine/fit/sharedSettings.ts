import type { Callout } from '../contract/callout';
import { quietContext, type RunContext } from '../contract/context';
import type { Design } from '../contract/data';
import type { FitOutcome } from '../contract/run';
import { agreeing } from '../data/copies';
import { fileColumn } from '../data/fileColumn';
import { sharedSettings } from '../words/callouts';

/** The fewest rows of a setting on average, and the fewest settings: with fewer there is no designed experiment. */
const ROWS_OF_SETTING = 2;
const LEAST_SETTINGS = 10;
/** With more columns than this, their values are no settings that somebody chose. */
const MOST_COLUMNS = 40;

/** With more rows, looking for settings takes long beside the fit. */
const MOST_ROWS = 5000;

/**
 * All columns but the one without which rows share most values, and the setting of each training row; undefined if rows
 * hardly share any.
 */
export function settingsIn({ train: { x }, transform }: Design, context: RunContext) {
  const of = fileColumn(transform);
  const encoded = Array.from({ length: x.columns }, (_, c) => x.values.subarray(c * x.rows, (c + 1) * x.rows));
  const agreeIn = (taken: (input: number) => boolean) => {
    const unit = agreeing(
      encoded.filter((_, c) => taken(of[c])),
      x.rows,
      context,
    );
    return { unit, settings: new Set(unit).size };
  };
  const shared = ({ settings }: { readonly settings: number }) => ROWS_OF_SETTING * settings <= x.rows;
  const places = transform.inputs.map((_, place) => place);
  // If a column of many values is not left out, no rows agree.
  const fine = places.filter((place) => !shared(agreeIn((input) => input === place)));
  if (places.length < 2 || places.length > MOST_COLUMNS || fine.length > 1) return undefined;
  const each = (fine.length === 1 ? fine : places).map((out) => ({ out, ...agreeIn((input) => input !== out) }));
  const [fewest] = each.sort((a, b) => a.settings - b.settings);
  if (fewest.settings < LEAST_SETTINGS || !shared(fewest)) return undefined;
  return { ...fewest, columns: transform.inputs.flatMap(({ column }, at) => (at === fewest.out ? [] : [column])) };
}

/**
 * The callout for rows of the same settings where the fit has not measured its errors at new ones, as robust fits and
 * those on features do not. None if the person has said how rows are divided.
 */
export function unmeasuredSettings(design: Design, { robust, approximation }: FitOutcome): Callout[] {
  const { division, classes, train } = design;
  if (division || classes || !(robust || approximation) || train.x.rows > MOST_ROWS) return [];
  const shared = settingsIn(design, quietContext);
  return shared ? [sharedSettings(shared.columns, { rows: train.x.rows, settings: shared.settings })] : [];
}
