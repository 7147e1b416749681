import type { Approximate, Proposal } from '../../engine/contract/proposal';
import type { AnyRun } from '../../engine/contract/run';
import { lossText } from '../../engine/words/methodWords';
import { count } from '../../engine/words/numbers';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { counted } from '../../engine/words/sentence';
import type { PanelCommand } from '../next/runChange';
import { wayName } from './ways';

/** The words shown about a fit that is not exact. */
export interface ApproximateChip {
  /** "approximate: 2,000 landmarks, expected 0.9 % above an exact fit" */
  readonly text: string;
  /** The evidence for the loss, and what the exact fit would need; '' where neither is known. */
  readonly why: string;
  /** Opens the page of ways. */
  readonly command: PanelCommand;
}

/** Undefined for an exact fit of all rows. */
export function approximateChip(run: AnyRun): ApproximateChip | undefined {
  const way = wayOf(run);
  if (way === undefined) return undefined;
  const { loss, ways } = run.approximate ?? {};
  const expected = loss === undefined ? '' : `, expected ${lossText(loss.value)} above an exact fit`;
  return {
    text: `approximate: ${wayName(way)}${expected}`,
    why: [lossWhy(loss, ways), exactWhy(ways)].filter((part) => part !== '').join(' '),
    command: 'kernelscope.moreExactly',
  };
}

function wayOf(run: AnyRun): Pick<Proposal, 'kind' | 'count'> | undefined {
  if (run.approximate) return run.approximate;
  if (!('approximation' in run) || run.approximation === undefined) return undefined;
  const { kind, count } = run.approximation;
  return { kind, count };
}

function lossWhy(loss: Approximate['loss'], ways: Approximate['ways']): string {
  if (loss === undefined || ways === undefined) return '';
  const [low, high] = loss.interval;
  const { train, holdout } = ways.pilot;
  const between = `between ${lossText(low)} and ${lossText(high)}`;
  return `Root mean squared error, ${between}: measured on ${counted(train, 'row')} and ${count(holdout)} others and extrapolated, right within four points or a factor of two and a half.`;
}

function exactWhy(ways: Approximate['ways']): string {
  const whole = ways?.proposals.find(({ kind }) => kind === 'whole');
  if (!whole) return '';
  return `An exact fit of ${counted(whole.rows, 'row')} needs ${durationRange(whole.range)} and ${memorySize(whole.bytes)}.`;
}

/** The way with the lowest expected error among those that memory allows, if it is below that of the fitted way. */
export function moreExact({ kind, count: fitted, ways }: Approximate): Proposal | undefined {
  if (ways === undefined) return undefined;
  const { proposals } = ways;
  const own = proposals.find((way) => way.kind === kind && way.count === fitted);
  const better = proposals.filter(({ possible, loss }) => possible && own !== undefined && loss < own.loss);
  return better.sort((a, b) => a.loss - b.loss || a.seconds - b.seconds).at(0);
}
