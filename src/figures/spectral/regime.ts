import type { ClaimId } from '../../engine/contract/claim';
import type { Sentence } from '../../engine/contract/figure';
import { AS_GOOD, type PairedVerdict } from '../../engine/contract/pairedVerdict';
import type { RaceDifference } from '../../engine/contract/race';
import { isPower, type PolynomialAlignment, type Regime } from '../../engine/spectrum/alignment';
import type { Profiled } from '../../engine/spectrum/scoreLaw';
import { count, fixed, NARROW, percent, sci } from '../../engine/words/numbers';
import { claimed, sentence } from '../../engine/words/sentence';
import type { TableRow } from '../tableSpec';
import { hasNoSignal } from '../view/noSignal';
import type { Rates } from '../view/rates';
import type { RunView } from '../view/view';

/** The place of γ on the line of regimes, and its consequence (TKRR Thm 2). */
export interface RegimeFinding {
  /** Undefined where γ may lie on either side of ½. */
  readonly regime: Regime | undefined;
  /** Undefined where the scores show no law. */
  readonly gamma?: Profiled;
  readonly sentence: Sentence;
}

const OF_REGIMES: Readonly<Record<Regime, { readonly claim: ClaimId; readonly means: string }>> = {
  'under-aligned': { claim: 'under-aligned', means: 'rougher than the functions this kernel favours' },
  'just-aligned': { claim: 'just-aligned', means: 'about as smooth as this kernel asks' },
  'weakly aligned': { claim: 'weakly-aligned', means: 'smoother than this kernel asks, which ridge uses in full' },
  'weakly or over-aligned': { claim: 'smoother-than-asked', means: 'smoother than this kernel asks' },
  'over-aligned': { claim: 'over-aligned', means: 'smoother than ridge can use' },
};

/** Undefined when the rows show no signal. */
export function regimeFinding(view: RunView): RegimeFinding | undefined {
  const { alignment } = view.rates();
  if (hasNoSignal(view)) return undefined;
  const untold = (why: string) =>
    sentence('Whether it is rougher or smoother than this kernel asks ', 'cannot be told', `: ${why}.`);
  if (alignment === undefined) return { regime: undefined, sentence: untold('the scores show no power law') };
  const { regime, gamma } = alignment;
  const power = isPower(alignment.alpha.interval);
  const range = power ? `γ ${rangeText(gamma.interval)}` : 'the eigenvalues follow no power law';
  if (regime === undefined) return { regime, gamma, sentence: untold(range) };
  const { claim, means } = OF_REGIMES[regime];
  const told = claimed(claim, 'It is ', regime, `, ${range}: ${means}.`);
  return { regime, gamma, sentence: [...told, ...truncationSentence(view.run)] };
}

const GAIN_CLAIMS: Readonly<Partial<Record<PairedVerdict, ClaimId>>> = {
  better: 'race-lower',
  worse: 'race-lower',
  'as good': 'as-good',
};

/** The change made by truncating, as measured on folds. */
function truncationSentence({ truncation }: RunView['run']): Sentence {
  if (truncation === undefined) return [];
  const claim = GAIN_CLAIMS[truncation.verdict];
  const text = ` Truncated: error ${changeText(truncation)}.`;
  return claim ? claimed(claim, text) : sentence(text);
}

/** "better on the same folds, −2.2 % (−3.4 to −0.9)" */
export function truncationWords(change: RaceDifference): string {
  const { verdict } = change;
  const word =
    verdict === 'as good'
      ? `as good within ${percent(AS_GOOD)}`
      : verdict === 'unclear'
        ? 'not clearly better'
        : verdict;
  return `${word} on the same folds, ${changeText(change)}`;
}

/** "−2.2 % (−3.4 to −0.9)" */
function changeText({ share, shareHalfWidth }: RaceDifference): string {
  const text = (v: number) => fixed(100 * v, 1);
  return `${text(share)}${NARROW}% (${text(share - shareHalfWidth)} to ${text(share + shareHalfWidth)})`;
}

/** "between 0.2 and 0.4", "above 1.3" */
function rangeText([low, high]: Profiled['interval']): string {
  if (Number.isFinite(low) && Number.isFinite(high)) return `between ${fixed(low, 2)} and ${fixed(high, 2)}`;
  if (Number.isFinite(low)) return `above ${fixed(low, 2)}`;
  return Number.isFinite(high) ? `below ${fixed(high, 2)}` : 'any number';
}

export function alignmentRows(
  alignment: PolynomialAlignment | undefined,
  suggested: Rates['suggested'],
  rank: number,
): TableRow[] {
  if (alignment === undefined) return [];
  const { alpha, gamma, rateTruncated, rateRidge } = alignment;
  const end = (v: number) => (Number.isFinite(v) ? fixed(v, 2) : '–');
  const row = (name: string, { value, interval: [low, high] }: Profiled) => ({
    cells: [name, fixed(value, 2), end(low), end(high)],
  });
  const choice = (name: string, value: string) => ({ cells: [name, value, '', ''] });
  return [
    row('decay exponent α', alpha),
    row('alignment exponent γ', gamma),
    row('rate exponent s, truncated ridge', rateTruncated),
    row('rate exponent s, ridge', rateRidge),
    ...(suggested ? [choice('suggested λ (Theorem 2)', sci(suggested.lambda))] : []),
    ...(suggested ? [choice('suggested r (Theorem 2)', suggested.r >= rank ? 'all' : count(suggested.r))] : []),
  ];
}
