import type { Components } from '../../contract/components';
import type { Note } from '../../contract/note';
import { count } from '../../words/numbers';
import { info, warning } from '../notes';
import type { Way } from './otherWays';
import { wayText } from './tradeOff';

export interface NotedComponents {
  readonly components: Components;
  readonly rank: number;
  /** The most rows of each part whose scores are stored. */
  readonly scoredRows: number;
  readonly ownKernel: boolean;
  readonly refused: readonly string[];
  readonly skipped: readonly Way[];
}

/** Notes that a person should know about the components, warnings first. */
export function componentsNotes(facts: NotedComponents): Note[] {
  const notes = [belowRounding(facts), notAll(facts), ownKernel(facts), compared(facts), tooLong(facts)];
  return [...notes.filter((note) => note !== undefined), ...refusals(facts)];
}

function belowRounding({ components: { eigenvalues }, rank }: NotedComponents): Note | undefined {
  if (rank === eigenvalues.length) return undefined;
  const some = rank === 1 ? 'Only 1 component' : `Only ${count(rank)} of the ${count(eigenvalues.length)} components`;
  return warning(
    'components/rank',
    `${some} can be told from rounding; the scores of the others are 0. Set components to ${count(rank)}, or choose another kernel.`,
  );
}

function notAll({ components: { n, train, holdout }, scoredRows }: NotedComponents): Note | undefined {
  if (train.rows.length === n && (holdout?.rows.length ?? 0) < scoredRows) return undefined;
  return info(
    'components/some-rows',
    `Figures show the scores of ${count(train.rows.length)} of the ${count(n)} training rows${holdout ? ` and of ${count(holdout.rows.length)} held-out ones` : ''}; “Save Scores…” computes those of all rows.`,
  );
}

function ownKernel(facts: NotedComponents): Note | undefined {
  if (!facts.ownKernel) return undefined;
  return info(
    'components/own-kernel',
    'These features define a different kernel: errors are measured with their inner products, and landmarks and the exact kernel matrix are not compared.',
  );
}

function compared({ components: { kind, n, reconstruction } }: NotedComponents): Note | undefined {
  const empirical = reconstruction.find((curve, c) => c > 0 && curve.kind === 'empirical');
  if (kind === 'empirical' || !empirical || empirical.count === n) return undefined;
  return info(
    'components/empirical-sample',
    `Components of the exact kernel matrix are computed on ${count(empirical.count)} of the ${count(n)} training rows, drawn at random.`,
  );
}

function tooLong({ skipped }: NotedComponents): Note | undefined {
  if (skipped.length === 0) return undefined;
  return info(
    'components/trade-off-skipped',
    `Not compared, because it would take too long: ${skipped.map(wayText).join(', ')}.`,
  );
}

const refusals = ({ refused }: NotedComponents): Note[] =>
  refused.map((why) => info('components/trade-off-refused', `Left out of the comparison. ${why}`));
