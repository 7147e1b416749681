import type { Design } from '../../contract/data';
import type { Note } from '../../contract/note';
import type { RobustFit } from '../../contract/robust';
import type { Scores } from '../../contract/run';
import { count, NARROW } from '../../words/numbers';
import type { ChosenKernel } from '../chooseKernel';
import { columnsShown, info, thirdMisses, twoDigits, warning } from '../notes';
import type { RobustFamily } from './family';
import type { RidgeBaseline } from './ridgeBaseline';
import type { RobustSettings } from './robustSettings';
import { regularFirst } from './strengths';

export interface NotedRobustFit {
  readonly family: RobustFamily;
  readonly design: Design;
  readonly settings: RobustSettings;
  readonly scale: ChosenKernel;
  readonly robust: RobustFit;
  readonly ridgeBaseline: RidgeBaseline;
  readonly scores?: Scores;
  /** The largest t that a descent in steps was let run to. */
  readonly longest?: number;
  /** The target's robust scale is 0: more than half of its values are equal. */
  readonly tied: boolean;
}

const percent = (value: number) => `${Number((100 * value).toPrecision(2))}${NARROW}%`;

/** What a person should know about a robust fit, warnings first. */
export function robustNotes(facts: NotedRobustFit): Note[] {
  const notes = [
    pathEdge(facts),
    scaleEdge(facts),
    convergence(facts),
    tiedTarget(facts),
    heavyTails(facts),
    coverage(facts),
    crossing(facts),
    landmarks(facts),
    baselineByLandmarks(facts),
    shortcut(facts),
    columnsShown(facts),
    notLive(facts),
  ];
  return notes.filter((note) => note !== undefined);
}

function pathEdge({ family, robust: { path, at, rule }, longest }: NotedRobustFit): Note | undefined {
  if (rule === 'set') return undefined;
  const last = path.values.length - 1;
  if (at !== 0 && at !== last) return undefined;
  if (longest !== undefined && path.values[at] > 0.99 * longest)
    return warning(
      'path/cut',
      `The path ends at t ${twoDigits(path.values[at])}, after the most steps that are taken, while the fit still improves. Fit fewer rows (maxRows), set a shorter length scale or a larger stepSize, or choose kl-inf, which bounds the coefficients in the same way without steps.`,
    );
  const regular = (at === 0) === (regularFirst(family.axis) === 'low');
  const end = at === 0 ? 'smallest' : 'largest';
  const why = regular
    ? 'the features say next to nothing about the target, and the fit is close to its middle'
    : 'the fit still improves at the end of the path: the target is nearly free of noise for this kernel, or rows repeat';
  return warning('path/edge', `The ${end} ${family.axis} tried, ${twoDigits(path.values[at])}, was chosen: ${why}.`);
}

function scaleEdge({ scale }: NotedRobustFit): Note | undefined {
  if (!scale.atEdge) return undefined;
  return warning(
    'length-scale/search-edge',
    `The best length scale, ${twoDigits(scale.lengthScale[0])}, lies at the edge of the range searched. Set a length scale beyond it to check.`,
  );
}

function convergence({ robust }: NotedRobustFit): Note | undefined {
  const { measure, worst, tolerance, iterations } = robust.convergence;
  if (measure === 'exact' || worst <= tolerance) return undefined;
  const what = measure === 'gap' ? 'the relative duality gap' : 'the last relative change';
  return warning(
    'path/not-converged',
    `On the worst point of the path ${what} is ${worst.toExponential(1)} after ${count(iterations)} steps in all, above the tolerance ${tolerance.toExponential(0)}.`,
  );
}

function tiedTarget({ tied, design }: NotedRobustFit): Note | undefined {
  if (!tied) return undefined;
  return warning(
    'data/tied-target',
    `More than half of the training rows have the same ${design.target}: its robust scale is 0, and the plain standard deviation lays the path's range instead.`,
  );
}

function heavyTails({ robust: { beyond, suspectCount, rows } }: NotedRobustFit): Note | undefined {
  if (beyond === suspectCount) return undefined;
  return info(
    'rows/heavy-tails',
    `Heavy tails, not outliers: ${count(beyond)} of ${count(rows.length)} training rows lie more than 3.5 robust scales out, too many to call them suspect.`,
  );
}

function coverage({ scores, robust }: NotedRobustFit): Note | undefined {
  if (!scores) return undefined;
  const { taus } = robust;
  const nominal = taus ? taus[taus.length - 1] - taus[0] : 0.95;
  if (taus && taus.length < 2) return undefined;
  const { coverage: share, n } = scores;
  if (Math.abs(share - nominal) <= 3 * Math.sqrt((nominal * (1 - nominal)) / n))
    return taus ? undefined : thirdMisses(scores);
  const interval = taus ? `between τ = ${taus[0]} and ${taus[taus.length - 1]}` : 'in their 95 % intervals';
  return warning(
    'interval/misses',
    `${percent(share)} of the ${count(n)} held-out rows lie ${interval}, where ${percent(nominal)} should: they differ from the training rows, or errors are larger where there is less data.`,
  );
}

function crossing({ robust: { crossed, taus } }: NotedRobustFit): Note | undefined {
  if (!crossed || !taus || taus.length < 2) return undefined;
  return info(
    'quantiles/crossed',
    `At ${percent(crossed)} of the rows the quantiles, each fitted on its own, crossed; at every row they are put in order, which only brings them closer to the true ones.`,
  );
}

function landmarks({ robust }: NotedRobustFit): Note | undefined {
  if (!robust.landmarks) return undefined;
  const { count: m, traceLeft } = robust.landmarks;
  return info(
    'kernel/landmarks',
    `The kernel matrix is approximated from ${count(m)} landmarks (Nyström), which leaves out ${percent(traceLeft)} of its trace; the fit is a sum over the landmarks.`,
  );
}

function baselineByLandmarks({ robust, ridgeBaseline }: NotedRobustFit): Note | undefined {
  const { landmarks } = ridgeBaseline.expansion;
  if (!landmarks || robust.landmarks) return undefined;
  return info(
    'kernel/spectrum-by-landmarks',
    `Spectrum, alignment and ordinary ridge with this kernel come from ${count(landmarks.count)} landmarks (Nyström), which leave out ${percent(landmarks.traceLeft)} of the kernel's trace; the fit itself uses the whole matrix.`,
  );
}

function shortcut({ settings, design }: NotedRobustFit): Note {
  const rows = count(design.train.y.length);
  const by = settings.folds === 0 ? 'the validation part' : 'every fold';
  return info(
    'selection/shortcut',
    `Errors on rows left out refit the whole path without ${by}, and hold the scaling of the features as learnt on all ${rows} training rows.`,
  );
}

function notLive({ robust }: NotedRobustFit): Note | undefined {
  if (robust.live) return undefined;
  return info(
    'path/not-live',
    `Predictions stay at the fitted values: those of ${count(robust.rows.length)} rows along the whole path are too many to follow the slider.`,
  );
}
