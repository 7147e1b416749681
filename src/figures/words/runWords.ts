import type { AnyRun, BackEnd, ChosenParameter, FitRequest, RunResult } from '../../engine/contract/run';
import { count, plain } from '../../engine/words/numbers';
import { listed, plural, withinSentence } from '../../engine/words/sentence';
import type { ParameterRow } from '../view/overviewTypes';

/** True when the last rows in order were held out. */
export const heldOutLast = ({ design: { holdout, splitBy } }: Pick<FitRequest, 'design'>): boolean =>
  holdout.kind === 'last' || (holdout.kind !== 'file' && splitBy?.kind === 'blocks');

/** How rows were held out, as the rule beside their number: "random, seed 0", "the last by day". */
export function splitWords(request: Pick<FitRequest, 'design'>): string {
  const { holdout, splitBy, seed } = request.design;
  if (holdout.kind === 'file') return 'second file';
  const by = holdout.kind === 'last' ? holdout.by : splitBy?.kind === 'blocks' ? splitBy.by : undefined;
  if (heldOutLast(request)) return by === undefined ? 'the last rows' : `the last by ${by}`;
  if (splitBy?.kind === 'settings') return `whole settings of ${listed(splitBy.columns)}, seed ${seed}`;
  if (splitBy && splitBy.kind !== 'blocks')
    return `whole ${splitBy.kind === 'group' ? 'groups' : 'folds'} of ${splitBy.column}, seed ${seed}`;
  return `random, seed ${seed}`;
}

/** The same within a sentence about those rows: "held out at random", "the last by day". */
export function heldOutHow(request: Pick<FitRequest, 'design'>): string {
  const words = splitWords(request);
  if (words.startsWith('random')) return 'held out at random';
  if (words === 'second file') return 'of a second file';
  return words.replace(/, seed \d+$/, '');
}

/** The relative error of a product that was divided before. */
const ROUNDING = 1e-9;

/**
 * The rows that folds left out together, and "are", where the errors shown are those of folds: the factor makes those of
 * single rows as great then.
 */
export function leftOutHow({
  request,
  metrics: { loo, optimism = 1, cv = Number.NaN },
}: RunResult): string | undefined {
  const { splitBy, holdout } = request.design;
  if (splitBy === undefined || holdout.kind !== 'fraction' || !(optimism * loo >= cv * (1 - ROUNDING)))
    return undefined;
  return splitBy.kind === 'blocks' ? 'rows that follow each other are' : `${heldOutHow(request)} are`;
}

/** Runs of versions that had one core only do not say which it was. */
export const backEndOf = ({ backEnd }: BackEnd): 'embedded' | 'native' => backEnd ?? 'embedded';

/** "OpenBLAS 0.3.21, 2 threads" */
export const coreText = ({ name, threads }: BackEnd): string => `${name}, ${threads} thread${threads === 1 ? '' : 's'}`;

/** The parameters that were set or chosen, as rows of the parameter table, without those shown elsewhere. */
export const chosenRows = ({ parameters }: Pick<AnyRun, 'parameters'>, isElsewhere: (name: string) => boolean) =>
  parameters
    .filter(({ name }) => !isElsewhere(name))
    .map((one): ParameterRow => ({ name: withinSentence(one.title), value: valueText(one), rule: one.rule }));

function valueText({ value }: ChosenParameter): string {
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : plain(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

/**
 * How many rows a run was fitted to and tested on, in the parameter table; of few rows, none are held out unless a
 * person asks for it.
 */
export function splitRow({ data: { train, holdout }, request }: AnyRun): ParameterRow {
  const asked = request.design.holdout;
  const left = asked.kind === 'fraction' && asked.byDefault && asked.fraction > 0 ? ' of so few rows' : '';
  return {
    name: holdout > 0 ? 'rows, train + held out' : plural(train, 'row', 'rows'),
    value: holdout > 0 ? `${count(train)} + ${count(holdout)}` : count(train),
    rule: holdout > 0 ? splitWords(request) : `nothing held out${left}, seed ${request.design.seed}`,
  };
}

/** The linear algebra that computed the run, in the parameter table. */
export const algebraRow = ({ backend }: AnyRun): ParameterRow => ({
  name: 'linear algebra',
  value: backEndOf(backend),
  rule: coreText(backend),
});
