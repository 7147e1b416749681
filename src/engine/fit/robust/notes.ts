import type { Note } from '../../contract/note';
import type { RobustFit } from '../../contract/robust';
import type { Scores } from '../../contract/run';
import { count, NARROW, plain, sci, scientific } from '../../words/numbers';
import { rangesOf, rowsWords } from '../../words/rowRanges';
import { capitalised, counted, plural } from '../../words/sentence';
import type { ChosenKernel } from '../chooseKernel';
import { columnsNote, freeEdge, info, isFlat, searchEdge, thirdMisses, warning } from '../notes';
import type { RobustTask } from './ridgeBaseline';
import { regularFirst } from './strengths';

export interface NotedRobustFit extends RobustTask {
  readonly scale: ChosenKernel;
  readonly robust: RobustFit;
  readonly scores?: Scores;
  /** The largest t that a descent in steps was allowed to reach. */
  readonly longest?: number;
  /** True if the target's robust scale is 0: more than half of its values are equal. */
  readonly tied: boolean;
}

const percent = (value: number) => `${plain(100 * value, 2)}${NARROW}%`;

/** Notes that a person should know about a robust fit, warnings first. */
export function robustNotes(facts: NotedRobustFit): Note[] {
  const notes = [
    pathEdge(facts),
    searchEdge(facts),
    convergence(facts),
    tiedTarget(facts),
    heavyTails(facts),
    drawnIn(facts),
    coverage(facts),
    crossing(facts),
    landmarks(facts),
    baselineByLandmarks(facts),
    shortcut(facts),
    columnsNote(facts),
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
      `The path stops at t ${sci(path.values[at])}, the maximum number of steps, while the fit still improves. Set a larger stepSize, or ${withoutSteps(family)}.`,
    );
  const regular = (at === 0) === (regularFirst(family.axis) === 'low');
  const [end, beyond] = at === 0 ? ['smallest', 'smaller'] : ['largest', 'larger'];
  const chosen = `the ${end} ${family.axis} tried, ${sci(path.values[at])}`;
  if (regular)
    return info(
      'path/edge',
      `${capitalised(chosen)}, was chosen: predictions are close to the target's median, and no freer fit with this kernel had a lower error on rows left out.`,
    );
  if (isFlat({ values: path.values, loo: path.score }, path.values[at])) return undefined;
  return freeEdge('path/edge', chosen, `a ${beyond} ${family.axis}`);
}

/** How a path like this one is followed without steps. */
function withoutSteps({ parameters, beside }: NotedRobustFit['family']): string {
  if (parameters.some(({ name }) => name === 'flow')) return 'flow, which takes no steps';
  return `choose ${beside?.method}, which resembles it and takes no steps`;
}

/** Says that the fit shown is not solved; points of the path that were not chosen may be farther from their solution. */
function convergence({ family, robust: { at, path, convergence: of } }: NotedRobustFit): Note | undefined {
  const { measure, tolerance, iterations } = of;
  const here = path.remainder[at];
  if (measure === 'exact' || here <= tolerance) return undefined;
  const what = measure === 'gap' ? 'the relative duality gap' : 'the last relative change';
  return warning(
    'path/not-converged',
    `The fit has not fully converged: at the chosen ${family.axis} ${what} is ${scientific(here)} after ${count(iterations)} steps in all, above the tolerance ${scientific(tolerance, 0)}. A stronger regularisation or a shorter length scale converges faster.`,
  );
}

function tiedTarget({ tied, design }: NotedRobustFit): Note | undefined {
  if (!tied) return undefined;
  return info(
    'data/tied-target',
    `More than half of the training rows have the same ${design.target}, so its robust scale is 0; the range of the path is set from the distances of the others instead.`,
  );
}

function heavyTails({ robust: { beyond, suspectCount, rows } }: NotedRobustFit): Note | undefined {
  if (beyond === suspectCount) return undefined;
  return info(
    'rows/heavy-tails',
    `${count(beyond)} of ${count(rows.length)} training rows are missed by more than 3.5 robust scales, too many to tell outliers from heavy tails: none is called suspect.`,
  );
}

function drawnIn({ robust: { observed, near, rows }, family, design: { target } }: NotedRobustFit): Note | undefined {
  const drawn = near ? Array.from(rows).filter((_, i) => near[i] !== observed[i]) : [];
  if (drawn.length === 0) return undefined;
  const [from, to] = family.reach;
  const [row, is, counts] = drawn.length === 1 ? ['Row', 'is', 'counts'] : ['Rows', 'are', 'count'];
  return info(
    'rows/drawn-in',
    `${row} ${rowsWords(rangesOf(drawn))} ${is} further than ${from} robust scales from a first robust fit of ${target} and ${counts} as if ${counted(to, 'scale')} away: how far they lie decides neither kernel, strength nor fit.`,
  );
}

function coverage({ scores, robust, design }: NotedRobustFit): Note | undefined {
  if (!scores) return undefined;
  const { taus } = robust;
  const nominal = taus ? taus[taus.length - 1] - taus[0] : 0.95;
  if (taus && taus.length < 2) return undefined;
  const { coverage: share, n, designEffect: { inside } = { inside: 1 } } = scores;
  if (Math.abs(share - nominal) <= 3 * Math.sqrt((inside * nominal * (1 - nominal)) / n))
    return taus ? undefined : thirdMisses(scores, design.train.x.rows);
  const interval = taus ? `between τ = ${taus[0]} and ${taus[taus.length - 1]}` : `inside their 95${NARROW}% intervals`;
  return warning(
    'interval/misses',
    `${count(Math.round(share * n))} of ${counted(n, 'held-out row')} ${plural(Math.round(share * n), 'is', 'are')} ${interval} instead of ${percent(nominal)}: do not rely on their width.`,
  );
}

function crossing({ robust: { crossed, taus } }: NotedRobustFit): Note | undefined {
  if (!crossed || !taus || taus.length < 2) return undefined;
  return info(
    'quantiles/crossed',
    `The quantiles, fitted separately, crossed at ${percent(crossed)} of the rows; they are sorted at every row, which can only bring them closer to the true ones.`,
  );
}

function landmarks({ robust }: NotedRobustFit): Note | undefined {
  if (!robust.landmarks) return undefined;
  const { count: m, traceLeft } = robust.landmarks;
  return info(
    'kernel/landmarks',
    `The kernel matrix is approximated from ${counted(m, 'landmark')} (Nyström), which leaves out ${percent(traceLeft)} of its trace; the fit is a sum over the landmarks.`,
  );
}

function baselineByLandmarks({ robust, ridgeBaseline }: NotedRobustFit): Note | undefined {
  const { landmarks } = ridgeBaseline.expansion;
  if (!landmarks || robust.landmarks) return undefined;
  return info(
    'kernel/spectrum-by-landmarks',
    `Spectrum, alignment and ordinary ridge with this kernel come from ${counted(landmarks.count, 'landmark')} (Nyström), which leave out ${percent(landmarks.traceLeft)} of the kernel's trace; the fit itself uses the whole matrix.`,
  );
}

function shortcut({ settings, design }: NotedRobustFit): Note {
  const rows = count(design.train.y.length);
  const by = settings.folds === 0 ? 'the validation part' : 'every fold';
  return info(
    'selection/shortcut',
    `Errors on rows left out refit the whole path without ${by}, with the feature scaling of all ${rows} training rows.`,
  );
}

function notLive({ robust }: NotedRobustFit): Note | undefined {
  if (robust.live) return undefined;
  return info(
    'path/not-live',
    `The ${count(robust.rows.length)} predictions do not follow the slider (too many); “Use this” updates them.`,
  );
}
