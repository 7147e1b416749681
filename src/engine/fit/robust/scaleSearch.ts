import type { KernelSpec } from '../../contract/kernel';
import { divisionOn } from '../../data/folds';
import { permutation, Random } from '../../data/random';
import { defaultScale } from '../../kernels/defaultScale';
import { fillKernel, wantsLengthScale } from '../../kernels/expression';
import { pickRows } from '../../kernels/rows';
import type { ChosenKernel } from '../chooseKernel';
import { divisionOf } from '../problem';
import type { FitSession } from '../session';
import { wholeExpansion } from './expansion';
import type { RobustFamily } from './family';
import { choicesOf, leftOutParts, offsetOf, scoreLeftOut } from './leftOut';
import { LOSS_WORDS } from './losses';
import type { RobustSettings } from './robustSettings';
import { COMPARED_POINTS, solverInput, strengthGrid, targetSpread } from './strengths';

/** The most rows on which octaves are compared, then on which length scales near the best are; and the folds of each. */
const COARSE_ROWS = 200;
const FINE_ROWS = 400;
const FOLDS = 4;
/** Octaves from the default length scale. */
const OCTAVES = [-4, -3, -2, -1, 0, 1, 2];
const FURTHEST = 5;
/** A minimum on few rows that is higher than the lowest by no more than this factor may be the lowest on more rows. */
const NEARLY = 1.1;
/** Expected number of trials of a search, for its progress. */
const EXPECTED = OCTAVES.length + 3;

interface Trial {
  readonly octave: number;
  readonly rows: number;
  /** The loss in units of the targets' spread, mean over the targets. */
  readonly score: number;
  readonly strength: number;
}

/**
 * The length scale with the lowest error of the method itself on rows left out, over four folds: full octaves about the
 * default on 200 rows, then on 400 rows their minima, since a short scale may be best on few rows by chance, and half
 * octaves about the best of these, going on while the best lies at an end. A kernel without a length scale has none to
 * choose.
 */
export function searchRobustScale(family: RobustFamily, settings: RobustSettings, session: FitSession): ChosenKernel {
  const { problem, seed } = session;
  const { kernel } = settings.ridge;
  if (!wantsLengthScale(kernel)) return { lengthScale: [1], rule: 'the kernel has none to choose', atEdge: false };
  const start = defaultScale(kernel, problem.x, new Random(seed), session).lengthScale;
  const scaleAt = (octave: number) => start.map((v) => Number((v * 2 ** octave).toPrecision(4)));
  const n = problem.x.rows;
  const trials: Trial[] = [];
  const tryAt = (octave: number, most: number): Trial => {
    const rows = Math.min(n, most);
    const known = trials.find((trial) => trial.octave === octave && trial.rows === rows);
    if (known) return known;
    const from = Math.min(0.95, trials.length / EXPECTED);
    const part = session.part(from, Math.min(1, from + 1 / EXPECTED));
    part.progress(0, 'searching the length scale');
    const trial = {
      octave,
      rows,
      ...compared(family, settings, fillKernel(kernel, scaleAt(octave)), rows, part.silent()),
    };
    trials.push(trial);
    return trial;
  };
  const minima = minimaOf(OCTAVES.map((octave) => tryAt(octave, COARSE_ROWS)));
  let best = leastOf(minima.map(({ octave }) => tryAt(octave, FINE_ROWS)));
  let fine = [best.octave - 0.5, best.octave, best.octave + 0.5].map((octave) => tryAt(octave, FINE_ROWS));
  for (;;) {
    best = leastOf(fine);
    const ends = fine.map(({ octave }) => octave);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const further = best.octave === low ? low - 0.5 : best.octave === high ? high + 0.5 : undefined;
    if (further === undefined || Math.abs(further) > FURTHEST) break;
    fine = [...fine, tryAt(further, FINE_ROWS)];
  }
  session.progress(1, 'searching the length scale');
  const shown = trials.toSorted((a, b) => a.octave - b.octave || a.rows - b.rows);
  const unit = targetSpread(problem.outputs[0].y);
  const { loss } = settings;
  const rule = `lowest ${LOSS_WORDS[loss]} of this method over ${FOLDS} folds of ${best.rows} rows`;
  return {
    lengthScale: scaleAt(best.octave),
    rule,
    search: {
      rule,
      criterion: loss === 'squared' ? 'cv' : loss,
      lengthScale: Float64Array.from(shown, ({ octave }) => (start.length === 1 ? scaleAt(octave)[0] : 2 ** octave)),
      score: Float64Array.from(shown, ({ score }) => score * (loss === 'squared' ? unit * unit : unit)),
      axis: family.axis,
      strength: Float64Array.from(shown, ({ strength }) => strength),
      rows: Uint32Array.from(shown, ({ rows }) => rows),
    },
    atEdge: Math.abs(best.octave) >= FURTHEST,
  };
}

/** The trials, in order of octaves, that are no worse than their neighbours, and not far worse than the best. */
function minimaOf(trials: readonly Trial[]): readonly Trial[] {
  const most = NEARLY * leastOf(trials).score;
  return trials.filter(({ score }, i) => {
    const beside = [trials[i - 1]?.score, trials[i + 1]?.score];
    return score <= most && beside.every((other) => other === undefined || score <= other);
  });
}

const leastOf = (trials: readonly Trial[]): Trial => trials.reduce((a, b) => (b.score < a.score ? b : a));

/** The lowest left-out loss along the path with one kernel, and the first target's strength there. */
function compared(
  family: RobustFamily,
  settings: RobustSettings,
  kernel: KernelSpec,
  count: number,
  session: FitSession,
): { readonly score: number; readonly strength: number } {
  const { problem, seed, linalg } = session;
  const { loss, taus, strength: set } = settings;
  const rows = permutation(problem.x.rows, seed).slice(0, count).sort();
  const parts = leftOutParts(count, Math.min(FOLDS, count), 0, seed, divisionOn(divisionOf(problem), rows));
  const { rootWeights } = problem;
  const weights = rootWeights && Float64Array.from(rows, (i) => rootWeights[i] ** 2);
  return linalg.scope(() => {
    const { gram } = wholeExpansion(kernel, pickRows(problem.x, rows), session);
    const scores = problem.outputs.map((output) => {
      const all = output.near ?? output.y;
      const y = Float64Array.from(rows, (i) => all[i]);
      const spread = targetSpread(all);
      const offset = offsetOf(settings.intercept, y, weights);
      const centred = y.map((v) => v - offset);
      const n = problem.x.rows;
      const longest = family.steps?.longest?.({ gram, y: centred }, n, settings.landmarks, session);
      const input = solverInput(family, settings, { gram, y: centred }, spread, session);
      const { stepSize } = input;
      const strengths =
        set === undefined
          ? strengthGrid(family, { gram, y: centred, spread }, { points: COMPARED_POINTS, stepSize, longest })
          : Float64Array.of(set);
      const task = { family, gram, y, near: y, weights, taus, loss, input, strengths };
      const scored = scoreLeftOut(task, parts, session);
      const { least } = choicesOf(scored);
      return {
        score: scored.score[least] / (loss === 'squared' ? spread * spread : spread),
        strength: strengths[least],
      };
    });
    return {
      score: scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
      strength: scores[0].strength,
    };
  });
}
