import type { Agreement, ComparedNumber, PublishedBy, Reproduction } from '../engine/contract/reproduction';
import { fixed, NARROW, plain } from '../engine/words/numbers';
import { numberColumn, type TableSpec, tableOf, wordColumn } from './tableSpec';

/** Half-width of our interval in standard errors: two, 95 % of the time if nothing differs. */
const ERRORS = 2;

/** Half-width that can decide, where we set none: a fraction of the published value. */
const TELLING = 0.1;

export const AGREEMENT: Readonly<Record<Agreement, string>> = { yes: 'yes', no: 'no', unclear: 'cannot tell' };

/**
 * "yes" if the published value lies within its own error of our 95 % interval and that is narrow enough to have said no; "no" if it does
 * not, and is not near either; otherwise "unclear". Undefined where nothing was published.
 */
export function agreement(number: ComparedNumber): Agreement | undefined {
  const { published, publishedError = 0, ours, oursError = 0, width, untold } = number;
  if (published === undefined) return undefined;
  if (untold) return 'unclear';
  const distance = Math.abs(ours - published);
  const half = ERRORS * oursError;
  const rounding = 4 * Number.EPSILON * Math.abs(published);
  if (distance <= publishedError + half + rounding) {
    const telling = width ?? Math.max(publishedError, TELLING * Math.abs(published));
    return half <= telling ? 'yes' : 'unclear';
  }
  return width !== undefined && distance <= width ? 'unclear' : 'no';
}

/** The numbers that decide: the paper's and its theory's; where it has none, those of its authors' program or of a printed formula. */
export function decidingOf(numbers: readonly ComparedNumber[]): readonly ComparedNumber[] {
  const published = numbers.filter(({ published }) => published !== undefined);
  const own = published.filter(({ publishedBy = 'paper' }) => publishedBy === 'paper' || publishedBy === 'theory');
  return own.length > 0 ? own : published;
}

/** The source of a number beside ours. */
const BY: Readonly<Record<PublishedBy, string>> = {
  paper: 'paper',
  program: 'authors’ program',
  theory: 'paper’s theory',
  formula: 'printed formula',
};

const VERDICT: Readonly<Record<Reproduction['verdict'], string>> = {
  agrees: 'Agrees with the',
  partly: 'Agrees in part with the',
  differs: 'Differs from the',
  unclear: 'Cannot tell whether it agrees with the',
};

type Found = Pick<Reproduction, 'verdict' | 'numbers' | 'claims'>;

/** "Agrees in part with the paper: 5 of 8 numbers, 2 cannot tell; 3 of 4 claims", "Agrees with the paper, which prints no number of it: 9 of 9 claims" */
export function verdictText({ verdict, numbers, claims }: Found): string {
  const deciding = decidingOf(numbers);
  const whose = new Set(deciding.map(({ publishedBy = 'paper' }) => publishedBy));
  const [by = 'paper'] = whose.size === 1 ? whose : [];
  const told = claims.map(({ holds }) => holds);
  const counts = [...count('numbers', deciding.map(agreement)), ...count('claims', told)];
  const none = deciding.length === 0 ? ', which prints no number of it' : '';
  return `${VERDICT[verdict]} ${BY[by]}${none}: ${counts.join('; ')}`;
}

function count(what: string, votes: readonly (Agreement | undefined)[]): readonly string[] {
  const of = (vote: Agreement) => votes.filter((one) => one === vote).length;
  const text = `${of('yes')} of ${votes.length} ${what}${of('unclear') > 0 ? `, ${of('unclear')} cannot tell` : ''}`;
  return votes.length === 0 ? [] : [text];
}

/** Each statement as it was tested, and in which cases it holds. */
export function claimsTable({ claims }: Pick<Reproduction, 'claims'>): TableSpec {
  const texts = [...new Set(claims.map(({ text }) => text))];
  return tableOf({ id: 'claims', title: 'Claims' }, texts, [
    wordColumn('claim, as tested', (text) => text),
    wordColumn('holds', (text) => holdsText(claims.filter((one) => one.text === text))),
  ]);
}

/** "yes", "yes 5 of 5", or "yes 3 of 5, no 2 of 5 (airfoil; steel)". */
function holdsText(cases: Reproduction['claims']): string {
  const votes = (Object.keys(AGREEMENT) as Agreement[]).filter((vote) => cases.some(({ holds }) => holds === vote));
  const texts = votes.map((vote) => {
    const those = cases.filter(({ holds }) => holds === vote);
    const some = vote !== 'yes' && those.length < cases.length;
    const places = some ? those.flatMap(({ at }) => at ?? []) : [];
    const many = cases.length > 1 ? ` ${those.length} of ${cases.length}` : '';
    return `${AGREEMENT[vote]}${many}${places.length > 0 ? ` (${places.join('; ')})` : ''}`;
  });
  return texts.join(', ');
}

/** Each number of the paper beside ours. */
export function publishedTable({ numbers }: Reproduction): TableSpec {
  const by = new Set(
    numbers.filter(({ published }) => published !== undefined).map(({ publishedBy = 'paper' }) => BY[publishedBy]),
  );
  const mostOf = (number: ComparedNumber) => (agreement(number) === 'no' ? 9 : DIGITS);
  return tableOf({ id: 'numbers', title: 'Numbers' }, numbers, [
    wordColumn('', ({ name }) => name),
    numberColumn([...by].join(', ') || BY.paper, (number) =>
      number.published === undefined
        ? ''
        : withError(number.published, number.publishedError, number.publishedError, mostOf(number)),
    ),
    numberColumn('ours', (number) => withError(number.ours, number.oursError, number.publishedError, mostOf(number))),
    wordColumn('agrees', (number) => {
      const same = agreement(number);
      return same === undefined ? '' : AGREEMENT[same];
    }),
  ]);
}

/** The settings that decide the numbers, and who set them. */
export function conditionsTable({ settings }: Reproduction): TableSpec {
  return tableOf({ id: 'settings', title: 'Settings' }, settings, [
    wordColumn('', ({ name }) => name),
    wordColumn('value', ({ value }) => value),
    wordColumn('set by', ({ by }) => (by === 'paper' ? 'the paper' : 'us')),
  ]);
}

/** Digits of a number beside another: more say nothing, unless the two differ beyond them. */
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
