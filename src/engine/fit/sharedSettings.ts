import type { RunContext } from '../contract/context';
import type { Design, Matrix } from '../contract/data';
import { agreeing } from '../data/copies';
import { fileColumn } from '../data/fileColumn';

/** The fewest rows of a setting on average, and the fewest settings: with fewer there is no designed experiment. */
const ROWS_OF_SETTING = 2;
const LEAST_SETTINGS = 10;
/** With more columns than this, their values are no settings that somebody chose. */
const MOST_COLUMNS = 40;

/**
 * The setting of each training row, and the number of them, in all columns but the one without which rows share most
 * values; undefined where no columns can be settings. `x`: the training rows, or the same with columns in another order.
 */
export function fewestIn({ train, transform }: Design, context: RunContext, x: Matrix = train.x) {
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
  const places = transform.inputs.map((_, place) => place);
  // If a column of many values is not left out, no rows agree.
  const fine = places.filter(
    (place) =>
      !shared(
        agreeIn((input) => input === place),
        x,
      ),
  );
  if (places.length < 2 || places.length > MOST_COLUMNS || fine.length > 1) return undefined;
  const each = (fine.length === 1 ? fine : places).map((out) => ({ out, ...agreeIn((input) => input !== out) }));
  return each.sort((a, b) => a.settings - b.settings)[0];
}

const shared = ({ settings }: { readonly settings: number }, { rows }: Matrix) => ROWS_OF_SETTING * settings <= rows;

/**
 * All columns but the one without which rows share most values, and the setting of each training row; undefined if rows
 * hardly share any.
 */
export function settingsIn(design: Design, context: RunContext) {
  const fewest = fewestIn(design, context);
  if (!fewest || fewest.settings < LEAST_SETTINGS || !shared(fewest, design.train.x)) return undefined;
  const { inputs } = design.transform;
  return { ...fewest, columns: inputs.flatMap(({ column }, at) => (at === fewest.out ? [] : [column])) };
}
