import type { Design } from '../contract/data';
import type { Note } from '../contract/note';
import type { SpectrumData } from '../contract/run';
import type { Risk } from '../spectrum/risk';
import type { HoldoutResult } from './holdout';
import type { KrrSettings } from './krrParameters';
import type { FullPath } from './lambdaPath';
import { SHOWN } from './partialDependence';

export interface FitFacts {
  readonly design: Design;
  readonly settings: KrrSettings;
  readonly spectrum: SpectrumData;
  readonly full: FullPath;
  readonly lambda: number;
  readonly risk: Risk;
  readonly scale: { readonly lengthScale: number; readonly atEdge: boolean };
  readonly holdout?: HoldoutResult;
}

/** GCV and leave-one-out choices further apart than this factor are worth a word. */
const APART = 3;

/** What a person should know about the fit, warnings first. */
export function fitNotes(facts: FitFacts): Note[] {
  const notes = [
    gridEdge(facts),
    searchEdge(facts),
    disagreement(facts),
    interpolation(facts),
    numericalLimit(facts),
    coverage(facts),
    rank(facts),
    foldsInterpolated(facts),
    shortcut(facts),
    columnsShown(facts),
    noLive(facts),
  ];
  return notes.filter((note) => note !== undefined);
}

const warning = (code: string, text: string): Note => ({ severity: 'warning', code, text });
const info = (code: string, text: string): Note => ({ severity: 'info', code, text });
const count = (value: number) => Math.round(value).toLocaleString('en-US');
const short = (value: number) => String(Number(value.toPrecision(2)));
const times = (factor: number) =>
  factor < 100 ? short(factor) : `over ${count(10 ** Math.floor(Math.log10(factor)))}`;
const percent = (value: number) => `${Math.round(100 * value)} %`;

function gridEdge({ full: { path }, settings }: FitFacts): Note | undefined {
  if (settings.lambda !== undefined) return undefined;
  const at = path.least[settings.lambdaRule];
  if (at === 0)
    return warning(
      'lambda/grid-edge',
      `The smallest lambda tried, ${short(path.lambda[0])}, was chosen: the target is nearly free of noise for this kernel, or rows repeat. Set a smaller lambda to check.`,
    );
  if (at === path.lambda.length - 1)
    return warning(
      'lambda/grid-edge',
      `The largest lambda tried, ${short(path.lambda[at])}, was chosen: the features say next to nothing about the target, and the fit is close to its mean.`,
    );
  return undefined;
}

function searchEdge({ scale }: FitFacts): Note | undefined {
  if (!scale.atEdge) return undefined;
  return warning(
    'length-scale/search-edge',
    `The best length scale, ${short(scale.lengthScale)}, lies at the edge of the range searched. Set a length scale beyond it to check.`,
  );
}

function disagreement({ full: { path } }: FitFacts): Note | undefined {
  const { lambda, least } = path;
  const ratio = lambda[least.gcv] / lambda[least.loo];
  const factor = Math.max(ratio, 1 / ratio);
  if (factor <= APART) return undefined;
  return warning(
    'lambda/gcv-disagrees',
    `GCV is least at lambda ${short(lambda[least.gcv])}, ${times(factor)} times ${ratio < 1 ? 'smaller' : 'larger'} than leave-one-out. Rows differ much in leverage, or repeat; trust leave-one-out or the held-out rows.`,
  );
}

function interpolation({ risk, spectrum: { n } }: FitFacts): Note | undefined {
  if (risk.degreesOfFreedom <= 0.95 * n) return undefined;
  return warning(
    'lambda/interpolates',
    `With ${count(risk.degreesOfFreedom)} of ${count(n)} degrees of freedom the fit nearly passes through every row, noise and all.`,
  );
}

function numericalLimit({ lambda, spectrum: { n, mu } }: FitFacts): Note | undefined {
  if (lambda >= n * Number.EPSILON * mu[0]) return undefined;
  return warning(
    'lambda/below-rounding',
    `Lambda ${short(lambda)} is below what rounding allows for ${count(n)} rows; directions beneath it are left out of the fit.`,
  );
}

/** Only misses that chance does not explain: three standard deviations of a binomial share. */
function coverage({ holdout }: FitFacts): Note | undefined {
  if (!holdout) return undefined;
  const { coverage: share, n } = holdout.scores;
  if (share >= 0.95 - 3 * Math.sqrt((0.95 * 0.05) / n)) return undefined;
  return warning(
    'interval/misses',
    `Only ${percent(share)} of the ${count(n)} held-out rows lie in their 95 % intervals: they differ from the training rows, or errors are larger where there is less data.`,
  );
}

function rank({ spectrum: { n, rank: r } }: FitFacts): Note | undefined {
  if (r >= n) return undefined;
  return info(
    'spectrum/rank',
    `${count(n - r)} of ${count(n)} eigenvalues lie below the numerical rank, n·eps·mu₁, and count as zero.`,
  );
}

function foldsInterpolated({ full: { path, foldsExact }, settings }: FitFacts): Note | undefined {
  const exact = foldsExact.reduce((sum, v) => sum + v, 0);
  if (settings.folds === 0 || exact === path.lambda.length) return undefined;
  return info(
    'cv/interpolated',
    `The ${settings.folds}-fold error is computed exactly at ${exact} of ${path.lambda.length} lambdas, among them those about its least value; between them it is interpolated along the leave-one-out curve.`,
  );
}

function shortcut({ settings, design }: FitFacts): Note {
  const held = settings.intercept
    ? 'the mean of the target and the scaling of the features'
    : 'the scaling of the features';
  const errors = settings.folds > 0 ? 'Leave-one-out and fold errors' : 'Leave-one-out errors';
  return info(
    'selection/shortcut',
    `${errors} hold ${held} as learnt on all ${count(design.train.y.length)} training rows.`,
  );
}

function columnsShown({ design }: FitFacts): Note | undefined {
  const columns = design.transform.inputs.length;
  if (columns <= SHOWN) return undefined;
  return info(
    'partial/most-influential',
    `Partial dependence is shown for the ${SHOWN} of ${count(columns)} columns along which the fit is steepest.`,
  );
}

function noLive({ holdout }: FitFacts): Note | undefined {
  if (!holdout || holdout.live) return undefined;
  return info(
    'holdout/not-live',
    `The ${count(holdout.scores.n)} held-out predictions stay at the fitted lambda: they are too many to follow the slider.`,
  );
}
