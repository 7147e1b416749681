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
    return {
      cells: [
        name,
        published === undefined ? '' : withError(published, publishedError),
        withError(ours, oursError, publishedError),
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

/** A value with its error, to two digits of the error or of `scale`. */
function withError(value: number, error: number | undefined, scale = error): string {
  const finest = Math.min(...[error, scale].filter((v) => v !== undefined && v > 0).map(Number));
  const decimals = Number.isFinite(finest) ? 1 - Math.floor(Math.log10(finest)) : undefined;
  const write = (v: number) => (decimals === undefined || decimals > 9 ? plain(v, 5) : fixed(v, Math.max(0, decimals)));
  const spread = error !== undefined && error > 0 ? `${NARROW}±${NARROW}${plain(error, 2)}` : '';
  return `${write(value)}${spread}`;
}
