import { BLANK, CORE, NO_CENTS, type NumberForm, PREFIX, SIGN, UNIT } from './amountForms';
import { booked, inDegrees, inInches, rewritten } from './rareDecoration';

/** A number as people write it: its text alone, and its unit. */
export interface Undecorated {
  /** Sign, digits and separators. */
  readonly text: string;
  /** "$", "%", "kg", "€M"; "" when there were only parentheses or a sign behind it that made the number negative. */
  readonly unit: string;
  /** The form that the number is read without, and that may be meant otherwise. */
  readonly form?: NumberForm;
}

/** The beginning of a reason about words that would be numbers but for their signs or units. */
export const ELSEWHERE = 'looks like numbers with';

/** The beginning of a reason about words that would be dates but for their form, or for some of them. */
export const DATES = 'looks like dates';

/** A part of a reason about cells that hold several values. */
export const PAIRS = ' in each cell';

/** A day that a spreadsheet may have made of a range: 5-Oct of 5-10. */
export const MADE_DAY = /^(?:\d\d?[-. ]+\p{L}{3}|\p{L}{3}[-. ]+\d\d?)$/u;

/** Longer cells are no numbers, whatever they hold. */
const LONGEST = 48;

export const DECORATED = new RegExp(
  `^(\\()?(${SIGN})?${BLANK}?(${PREFIX})?${BLANK}?(${SIGN})?(${CORE})${NO_CENTS}${BLANK}?(${SIGN})?${BLANK}?(${UNIT})?(\\))?$`,
  'u',
);

/** Matches a cell that may have one of the rare forms and is no date. */
export const RARE_FORM =
  /^(?:(?=[^:]*[\d\p{Sc}])[^\p{L}:'"][^:]*(?:[^\d]|\/\s?\d+|of \d+)|(?:[~≈∼]|ca?\.|circa |approx[. ]|about )[^:]*)$/u;

/**
 * The number in a trimmed cell without its unit, which may be on either side, and with the sign that parentheses or a
 * minus behind it mean. Undefined when the cell has another form; `plainNumber` decides whether the remaining text is a
 * number.
 */
export function undecorated(cell: string): Undecorated | undefined {
  if (cell.length > LONGEST) return undefined;
  const inches = /^\d\d? ?(?:['’′]|ft)/.test(cell) ? inInches(cell) : undefined;
  if (inches !== undefined) return { text: inches, unit: 'in', form: 'feet' };
  const degrees = /[°º]/.test(cell) ? inDegrees(cell) : undefined;
  if (degrees !== undefined) return { text: degrees, unit: '°', form: 'degrees' };
  const found = DECORATED.exec(cell);
  return found ? usual(found) : RARE_FORM.test(cell) ? rare(cell) : undefined;
}

function usual(found: RegExpExecArray): Undecorated | undefined {
  const [, open, outer, prefix = '', inner, core, behind, suffix = '', close] = found;
  const signs = [outer, inner, behind].filter((sign) => sign !== undefined);
  if ((open === undefined) !== (close === undefined) || signs.length > (open ? 0 : 1)) return undefined;
  if (/^\p{Lu}{3}$/u.test(prefix) && !isCurrency(prefix)) return undefined;
  if (behind === '+' || (behind !== undefined && isOfCode(found[0], suffix))) return undefined;
  const negative = open !== undefined || (signs.length === 1 && signs[0] !== '+');
  const text = `${negative ? '-' : ''}${core}`;
  const unit = prefix + suffix;
  if (open !== undefined) return { text, unit, form: 'parentheses' };
  return /r\.?$/i.test(unit) ? booked(text, unit) : { text, unit };
}

/** True for the A of 1001-A: no blank and no currency behind a minus. */
const isOfCode = (cell: string, suffix: string): boolean =>
  /^[\p{L}\d]+$/u.test(suffix) && !isCurrency(suffix) && !/\s/.test(cell);

function rare(cell: string): Undecorated | undefined {
  const found = rewritten(cell);
  const bare = found && undecorated(found.cell);
  if (!bare) return undefined;
  return { ...bare, unit: bare.unit + found.unit, ...(found.form && { form: found.form }) };
}

let currencies: ReadonlySet<string> | undefined;

/** True when these letters are the code of a currency: EUR. */
export function isCurrency(letters: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(letters);
}
