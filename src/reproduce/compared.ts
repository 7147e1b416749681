import type { ComparedNumber, PublishedBy, Reproduction } from '../engine/contract/reproduction';
import { type Agreement, agreement } from '../figures/reproductionTables';
import type { MeanEstimate } from './statistics';

/** A number that a paper or its authors' program prints: an entry of the paper's published.json. */
export interface PublishedNumber {
  readonly id: string;
  /** The figure, table or section that has it. */
  readonly where: string;
  readonly value: number;
  /** The half-width printed with it, or that of its last digit. */
  readonly error?: number;
}

/** What a number is compared with, and `width` as in `ComparedNumber`. */
export interface Expected extends Pick<PublishedNumber, 'value' | 'error'> {
  /** The paper itself where left out. */
  readonly by?: PublishedBy;
  readonly width?: number;
  /** Ours is of fewer rows, so that its size says nothing of the published one. */
  readonly reduced?: boolean;
}

/** Looks up a paper's numbers, or those of its authors' program. */
export const publishedIn =
  (all: readonly PublishedNumber[], by?: PublishedBy) =>
  (id: string): PublishedNumber & Pick<Expected, 'by'> => {
    const published = all.find((number) => number.id === id);
    if (published === undefined) throw new RangeError(`no published number ${id}`);
    return { ...published, ...(by && { by }) };
  };

/** Ours, beside the paper's where there is one. The mean of a single repetition has no standard error. */
export function compared(name: string, ours: number | MeanEstimate, expected?: Expected): ComparedNumber {
  const { mean, error } = typeof ours === 'number' ? { mean: ours, error: 0 } : ours;
  const number = { name, ours: mean, ...(error > 0 && { oursError: error }) };
  if (!expected) return number;
  const { value, error: publishedError, by, width, reduced } = expected;
  const untold = reduced ? 'reduced' : Number.isNaN(error) ? 'single' : undefined;
  return {
    ...number,
    published: value,
    ...(by && { publishedBy: by }),
    ...(publishedError !== undefined && { publishedError }),
    ...(width !== undefined && { width }),
    ...(untold && { untold }),
  };
}

export type Setting = Reproduction['settings'][number];

/** What the paper states, in its text or in the program its authors published with it. */
export const byPaper = (name: string, value: string): Setting => ({ name, value, by: 'paper' });

/** What the paper leaves open, and we chose. */
export const byUs = (name: string, value: string): Setting => ({ name, value, by: 'ours' });

/** What the paper states where we do as it says, and what stands in its place where we do not. */
export const byPaperIf = (asPublished: boolean, name: string, published: string, ours: string): Setting =>
  asPublished ? byPaper(name, published) : byUs(name, ours);

/** A statement of a paper that is not a number, as it came out here; undefined where that cannot be told. */
export type Claim = boolean | undefined;

/** Whether a mean is at most that, by more than two standard errors; undefined within them, or where they are not known. */
export function atMost({ mean, error }: MeanEstimate, most: number): Claim {
  if (mean + 2 * error <= most) return true;
  return mean - 2 * error > most ? false : undefined;
}

/** Of bounds: "hold", "are violated in 2 of 8 cases", "hold in 6 of 8 cases, the others cannot tell". */
export function verdictWord(claims: readonly Claim[]): string {
  const of = (claim: Claim) => claims.filter((one) => one === claim).length;
  if (of(false) > 0) return `are violated in ${of(false)} of ${claims.length} cases`;
  return of(undefined) === 0 ? 'hold' : `hold in ${of(true)} of ${claims.length} cases, the others cannot tell`;
}

/** Every published number and every claim counts one. What cannot be told keeps a verdict from being full agreement. */
export function verdictOf(numbers: readonly ComparedNumber[], claims: readonly Claim[] = []): Reproduction['verdict'] {
  const votes: Agreement[] = [
    ...numbers.map(agreement).filter((vote) => vote !== undefined),
    ...claims.map((claim) => (claim === undefined ? 'unclear' : claim ? 'yes' : 'no')),
  ];
  if (votes.length === 0) throw new RangeError('a verdict needs a published number or a claim');
  const [yes, no, unclear] = (['yes', 'no', 'unclear'] as const).map((vote) => votes.filter((v) => v === vote).length);
  if (no > yes) return 'differs';
  if (no > 0) return 'partly';
  if (unclear === 0) return 'agrees';
  return unclear > yes ? 'unclear' : 'partly';
}
