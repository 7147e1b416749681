import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sentence } from '../../src/engine/contract/figure';
import { isComponents, type RunResult } from '../../src/engine/contract/run';
import { raceSentence } from '../../src/engine/words/raceWords';
import { overviewOf } from '../../src/figures/fit/overview';
import { allFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { approximationExample, COUNTS, curveOf } from '../figures/approximationExample';
import { EXAMPLE_METHODS } from '../figures/exampleMethods';
import { exampleRun } from '../figures/exampleRun';
import { exampleRace } from '../figures/raceExample';
import { robustExample } from '../figures/robustExample';
import { scaled } from '../figures/scaled';

/**
 * Places that may have a sentence without a claim, and why it needs none: it repeats what was computed on these rows,
 * or says that nothing can be told.
 */
const EXACT: Readonly<Record<string, string>> = {
  'interval-coverage': 'counts of held-out rows; that intervals miss is said by a test of its own, missesNominal',
  predicted: 'R² and RMSE of the held-out rows drawn',
  'beside-ridge': 'the largest distance along both paths, beside proven bounds',
  spectrum: 'eigenvalues beside λ',
  share: 'shares of the squares of this target',
  errors: 'the lowest point of computed errors, and their standard errors',
  'effective-dimension': 'a sum over eigenvalues',
  filter: 'what the filter does to each direction',
  learnability: 'a formula of the spectrum, by about',
  conditioning: 'errors over folds with their intervals, or that it cannot be told',
  'approximation-count': 'the lowest point of computed errors, a difference that rows tell, or that it cannot be told',
  'approximation-time': 'computed errors at the same time',
  'approximation-memory': 'computed errors at the same memory',
  risk: 'that it cannot be told, or no noise to tell by',
  'what-if': 'that it cannot be told, or a formula of what is assumed',
  'length-scale': 'the lowest point of computed errors',
  residuals: 'counts of residuals',
  partial: 'the largest and the least of a curve',
  'how-good':
    'misses of both where the interval of their difference holds 0; a difference with its interval that holds 0, or shares with theirs',
  loo: 'the lowest point of a computed surface',
  'learning-curve': 'that it was not measured, or cannot be told',
  'soft-thresholding': 'eigenvalues before and after',
  'soft-k': 'the lowest point of computed errors',
  curve: 'R² of rows left out',
  'set-coverage': 'counts of held-out rows with their interval; that sets miss is said by missesNominal',
  roc: 'shares of held-out rows, the area with its interval',
  confusion: 'counts of rows',
  reliability: 'shares of held-out rows; that one differs is said by clearlyApart, a test over all groups',
  'precision-recall': 'shares of held-out rows',
  'class-scores': 'shares of rows',
  'robust-path': 'the lowest point of computed errors, and their standard errors',
  'robust-compare': 'mean errors of the held-out rows',
  'robust-alpha': 'shares of computed influence',
  'robust-residuals': 'counts of rows beyond the robust scale',
  scores: 'that no direction can be told from noise, or none estimated',
  'robust-coefficients': 'counts of rows',
  'robust-support': 'counts of rows',
  fan: 'widths of the band',
  calibration: 'shares of held-out rows; that one differs is said by clearlyApart, a test over all levels',
  lead: 'what was computed on rows left out; classes and bands by their shares',
  than: 'errors of held-out rows beside those of a line and the mean, R² with its interval',
  race: 'which was chosen by which rule, and who is not clearly worse',
};

const placeOf = (id: string) => /^(partial|risk|errors|loo|what-if)/.exec(id)?.[0] ?? id;

/** Runs whose errors by count fall, settle and rise, on rows that show it or not. */
const COUNTED = [COUNTS[COUNTS.length - 1], COUNTS[1]].flatMap((settled) =>
  [undefined, 0, 1].map((standardError): RunResult => {
    const curve = curveOf('randomFeatures', COUNTS, { settled });
    const told = standardError !== undefined && { standardError: Float64Array.from(COUNTS, () => standardError) };
    return approximationExample({ curve: { ...curve, ...told } });
  }),
);

const RUNS: readonly RunResult[] = [
  ...COUNTED,
  ...EXAMPLE_METHODS.map((method) => exampleRun({ n: 60, holdout: 30, method })),
  exampleRun({ n: 60, holdout: 30, features: 1 }),
  exampleRun({ n: 60, holdout: 0 }),
  exampleRun({ n: 60, holdout: 30, classes: 3 }),
  ...([undefined, 'quantile', 'kl-inf'] as const).map((method) =>
    robustExample({ n: 60, holdout: 30, ...(method && { method }) }),
  ),
];

test('a sentence that carries no claim stands where none is needed', () => {
  const seen = new Set<string>();
  const look = (place: string, sentence: Sentence) => {
    if (sentence.length === 0 || sentence.some(({ claim }) => claim)) return;
    seen.add(place);
    assert.ok(place in EXACT, `${place}: ${sentence.map(({ text }) => text).join('')}`);
  };
  for (const run of RUNS)
    for (const factor of run.robust ? [1] : [0.05, 1, 20]) {
      const view = deriveView(run, run.robust ? run.filter : scaled(run, factor));
      for (const figure of allFigures(view)) look(placeOf(figure.id), figure.sentence);
      const { lead, than = [] } = overviewOf(view);
      look('lead', lead);
      look('than', than);
    }
  assert.ok(!isComponents(RUNS[0]));
  for (const chosen of ['matern32', 'gaussian', 'line'] as const)
    look('race', raceSentence({ ...exampleRace(), chosen }));
  assert.deepEqual(
    Object.keys(EXACT).filter((place) => !seen.has(place) && place !== 'race'),
    [],
    'places that nothing is said at',
  );
});
