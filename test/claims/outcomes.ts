import type { ClaimId } from '../../src/engine/contract/claim';
import type { Matrix } from '../../src/engine/contract/data';
import type { Sentence } from '../../src/engine/contract/figure';
import type { RaceLane } from '../../src/engine/contract/race';
import type { RunResult } from '../../src/engine/contract/run';
import { plainName } from '../../src/engine/words/raceWords';
import type { ComparedRun } from '../../src/figures/compare/comparedRun';
import { comparisonOf } from '../../src/figures/compare/comparison';
import { comparisonLead } from '../../src/figures/compare/words';
import type { Outcome } from './simulation';

export const outcome = (holds: boolean): Outcome => (holds ? 'true' : 'false');

/** Rows of numbers as the model takes them: n×d, less the centre and over the scale of each column. */
export function encoded(
  { transform: { centre, scale } }: RunResult['model'],
  rows: readonly (readonly number[])[],
): Matrix {
  const n = rows.length;
  const values = Float64Array.from({ length: n * centre.length }, (_, o) => {
    const column = Math.floor(o / n);
    return (rows[o % n][column] - centre[column]) / scale[column];
  });
  return { rows: n, columns: centre.length, values };
}

/** Judges whether the second of two runs, with these errors on new rows, is said to be better than the first. */
export function runBetter(
  runs: readonly [ComparedRun, ComparedRun],
  [first, second]: readonly [number, number],
): Partial<Record<ClaimId, Outcome>> {
  const said = comparisonLead(comparisonOf(runs)).some(({ claim }) => claim === 'run-better');
  return said ? { 'run-better': outcome(second < first) } : {};
}

/**
 * Judges what is said of several runs, with these errors on new rows, beside each of them as the baseline. In a draw in
 * which one sentence was said several times, all must be right.
 */
export function runsCompared(
  runs: readonly ComparedRun[],
  errors: readonly number[],
): Partial<Record<ClaimId, Outcome>> {
  const held = new Map<ClaimId, boolean>();
  for (const [b, { id }] of runs.entries()) {
    const comparison = comparisonOf(runs, { baseline: id });
    const lead = comparisonLead(comparison);
    const claim = lead.find((part) => part.claim !== undefined)?.claim;
    if (claim === undefined) continue;
    const text = lead.map((part) => part.text).join('');
    const others = errors.filter((_, i) => i !== b && text.includes(runs[i].name));
    const truths: Partial<Record<ClaimId, boolean>> = {
      'run-better': others.every((error) => error < errors[b]),
      'run-lowest': errors.every((error, i) => i === b || errors[b] < error),
      'as-good': others.every((error) => Math.abs(error / errors[b] - 1) < 0.05),
    };
    held.set(claim, (truths[claim] ?? false) && (held.get(claim) ?? true));
  }
  return Object.fromEntries(Array.from(held, ([claim, holds]) => [claim, outcome(holds)]));
}

/**
 * Judges the claims about the candidates of a race, each against the chosen one, whose error on new rows is `own`, and
 * about the plain rival that is said to be not worse. `errorOf`: the error of a candidate on new rows, undefined where
 * it is unknown.
 */
export async function raceOutcomes(
  run: RunResult,
  own: number,
  rival: Sentence | undefined,
  errorOf: (lane: RaceLane) => Promise<number | undefined>,
): Promise<Record<string, Outcome>> {
  const held: Record<'race-lower' | 'as-good', boolean[]> = { 'race-lower': [], 'as-good': [] };
  const outcomes: Record<string, Outcome> = {};
  for (const lane of run.race?.lanes ?? []) {
    if (lane.id === run.race?.chosen || lane.difference === undefined) continue;
    const named = rival?.some(({ text }) => text.toLowerCase().startsWith(plainName(lane)));
    const { verdict } = lane.difference;
    if (verdict === 'unclear' && !named) continue;
    const other = await errorOf(lane);
    if (other === undefined) continue;
    if (verdict === 'worse' || verdict === 'better')
      held['race-lower'].push(verdict === 'worse' ? own < other : other < own);
    if (verdict === 'as good') held['as-good'].push(Math.abs(own / other - 1) < 0.05);
    if (named && rival?.some(({ claim }) => claim === 'plain-rival'))
      outcomes['plain-rival'] = outcome(other < 1.1 * own);
  }
  // In a draw in which several were judged, all must be right.
  for (const [claim, each] of Object.entries(held)) if (each.length > 0) outcomes[claim] = outcome(each.every(Boolean));
  return outcomes;
}
