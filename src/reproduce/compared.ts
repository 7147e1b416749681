import type {
  Agreement,
  ComparedNumber,
  PublishedBy,
  Reproduction,
  TestedClaim,
} from '../engine/contract/reproduction';
import { agreement, decidingOf } from '../figures/reproductionTables';
import { averaged, type MeanEstimate } from './statistics';

/** A number that a paper or its authors' program prints. */
export interface PublishedNumber {
  /** The figure, table or section that has it. */
  readonly where?: string;
  readonly value: number;
  /** The half-width printed with it, or that of its last digit. */
  readonly error?: number;
}

/** The number that ours is compared with; `width` and `untold` are as in `ComparedNumber`. */
export interface Expected extends PublishedNumber {
  /** The paper itself if absent. */
  readonly by?: PublishedBy;
  readonly width?: number;
  readonly untold?: ComparedNumber['untold'];
}

/** Our number, beside the paper's where there is one. The mean of a single repetition has no standard error. */
export function comparedNumbers(name: string, ours: number | MeanEstimate, expected?: Expected): ComparedNumber {
  const { mean, error } = typeof ours === 'number' ? { mean: ours, error: 0 } : ours;
  const number = { name, ours: mean, ...(error > 0 && { oursError: error }) };
  if (!expected) return number;
  const { value, error: publishedError, by, width } = expected;
  const untold = expected.untold ?? (Number.isNaN(error) ? 'single' : undefined);
  return {
    ...number,
    published: value,
    ...(by && { publishedBy: by }),
    ...(publishedError !== undefined && { publishedError }),
    ...(width !== undefined && { width }),
    ...(untold && { untold }),
  };
}

/** True when something holds, false when it does not; undefined where that cannot be decided. */
export type Claimed = boolean | undefined;

/** Outcomes by case, where a statement is tested in several. */
export type Cases = readonly (readonly [at: string, holds: Claimed])[];

/** A statement as it was tested, in one of several cases where `at` names it. */
export const tested = (text: string, holds: Claimed, at?: string): TestedClaim => ({
  text,
  ...(at && { at }),
  holds: holds === undefined ? 'unclear' : holds ? 'yes' : 'no',
});

/** One statement, tested in several cases. */
export const inCases = <T>(
  cases: readonly T[],
  test: (one: T, i: number) => readonly [at: string, holds: Claimed],
): Cases => cases.map(test);

export const held = (cases: Cases): number => cases.filter(([, holds]) => holds).length;

/**
 * Whether a mean is at most `most`, by more than two standard errors; undefined within them, or where they are not
 * known.
 */
export function atMost({ mean, error }: MeanEstimate, most: number): Claimed {
  if (mean + 2 * error <= most) return true;
  return mean - 2 * error > most ? false : undefined;
}

/** Whether the first mean is below the second, likewise, as if both were of separate draws. */
export const lessThan = (a: MeanEstimate, b: MeanEstimate): Claimed =>
  atMost({ mean: a.mean - b.mean, error: Math.hypot(a.error, b.error) }, 0);

/** Whether one positive quantity is below another draw by draw: by the mean logarithm of their ratio, which no single large draw decides. */
export const belowByDraw = (a: ArrayLike<number>, b: ArrayLike<number>): Claimed =>
  atMost(averaged(Array.from(a, (value, i) => Math.log(value / b[i]))), 0);

/**
 * The words on bounds: "hold", "are violated in 2 of 8 cases", "hold in 6 of 8 cases, the others cannot tell", "cannot
 * be judged by so few draws".
 */
export function verdictWord(claims: readonly Claimed[]): string {
  const of = (holds: Claimed) => claims.filter((one) => one === holds).length;
  if (of(false) > 0) return `are violated in ${of(false)} of ${claims.length} cases`;
  if (of(true) === 0) return 'cannot be judged by so few draws';
  return of(undefined) === 0 ? 'hold' : `hold in ${of(true)} of ${claims.length} cases, the others cannot tell`;
}

/**
 * The parts that a quick look leaves out: rows, places or grids, so that its findings are of another size, or
 * repetitions alone.
 */
export type Reduction = 'size' | 'repetitions';

export const QUICK_LOOK: Readonly<Record<Reduction, string>> = {
  size: 'A quick look at this is of another size than published, which tells nothing of the paper.',
  repetitions: 'A quick look has fewer repetitions than published, and does not tell that something differs.',
};

type Votes = Pick<Reproduction, 'numbers' | 'claims'>;

/** At another size nothing is said about published values; fewer repetitions cannot show that something differs. */
export function withheld({ numbers, claims }: Votes, reduction: Reduction | undefined): Votes {
  const silent = (vote?: Agreement) => reduction === 'size' || (reduction === 'repetitions' && vote === 'no');
  const untold = reduction === 'size' ? 'reduced' : 'few';
  return {
    numbers: numbers.map((number) =>
      number.published !== undefined && silent(agreement(number)) ? { ...number, untold } : number,
    ),
    claims: claims.map((one) => (silent(one.holds) ? { ...one, holds: 'unclear' } : one)),
  };
}

/**
 * The verdict of most of the deciding numbers, or of the claims where there is no number: differs, cannot tell, or
 * agrees, in part unless all do. Claims that do not hold, or cannot tell, keep numbers from full agreement and do no
 * more.
 */
export function verdictOf(
  numbers: readonly ComparedNumber[],
  claims: readonly TestedClaim[] = [],
): Reproduction['verdict'] {
  const told = claims.map(({ holds }) => holds);
  const deciding = decidingOf(numbers).map(agreement);
  const votes = deciding.length > 0 ? deciding : told;
  if (votes.length === 0) throw new RangeError('a verdict needs a published number or a claim');
  const [yes, no, unclear] = (['yes', 'no', 'unclear'] as const).map((vote) => votes.filter((v) => v === vote).length);
  if (no > yes && no >= unclear) return 'differs';
  if (unclear > yes || no > yes) return 'unclear';
  return [...votes, ...told].every((vote) => vote === 'yes') ? 'agrees' : 'partly';
}
