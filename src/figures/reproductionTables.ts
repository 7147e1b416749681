import type { ComparedNumber, Reproduction } from '../engine/contract/reproduction';
import { fixed, NARROW, plain } from '../engine/words/numbers';
import type { TableSpec } from './tableSpec';

/** Standard errors of ours that count as agreement: two, 95 % of the time if nothing differs. */
const ERRORS = 2;

/** Whether ours lies within the published error plus two of our standard errors; undefined where nothing was published. */
export function agrees({ published, publishedError = 0, ours, oursError = 0 }: ComparedNumber): boolean | undefined {
  if (published === undefined) return undefined;
  const rounding = 4 * Number.EPSILON * Math.abs(published);
  return Math.abs(ours - published) <= publishedError + ERRORS * oursError + rounding;
}

export const VERDICT: Readonly<Record<Reproduction['verdict'], string>> = {
  agrees: 'Agrees with the paper',
  partly: 'Agrees with the paper in part',
  differs: 'Differs from the paper',
};

/** Each number of the paper beside ours. */
export function numbersTable({ numbers }: Reproduction): TableSpec {
  const rows = numbers.map((number) => {
    const { name, published, publishedError, ours, oursError } = number;
    const same = agrees(number);
    const most = same === false ? 9 : DIGITS;
    return {
      cells: [
        name,
        published === undefined ? '' : withError(published, publishedError, publishedError, most),
        withError(ours, oursError, publishedError, most),
        same === undefined ? '' : same ? 'yes' : 'no',
      ],
    };
  });
  const column = (title: string, numeric: boolean) => ({ title, numeric });
  return {
    id: 'numbers',
    title: 'Numbers',
    columns: [column('', false), column('paper', true), column('ours', true), column('agrees', false)],
    rows,
  };
}

/** What decides the numbers, and who says so. */
export function settingsTable({ settings }: Reproduction): TableSpec {
  return {
    id: 'settings',
    title: 'Settings',
    columns: ['', 'value', 'set by'].map((title) => ({ title, numeric: false })),
    rows: settings.map(({ name, value, by }) => ({ cells: [name, value, by === 'paper' ? 'the paper' : 'us'] })),
  };
}

/** Digits of a number beside another: more tell nothing, unless the two differ beyond them. */
const DIGITS = 5;

/** A value with its error, to two digits of the error or of `scale`, and to at most `most` digits of the value. */
function withError(value: number, error: number | undefined, scale = error, most = DIGITS): string {
  const finest = Math.min(...[error, scale].filter((v) => v !== undefined && v > 0).map(Number));
  if (!Number.isFinite(finest) || value === 0) return plain(value, most);
  const decimals = Math.min(1 - Math.floor(Math.log10(finest)), most - 1 - Math.floor(Math.log10(Math.abs(value))));
  if (decimals > 7) return plain(value, most);
  const write = (v: number) => fixed(v, Math.max(0, decimals));
  // An error below the last digit is not seen in it.
  const seen = error !== undefined && error >= 0.5 * 10 ** -decimals;
  return seen ? `${write(value)}${NARROW}±${NARROW}${write(error)}` : write(value);
}
