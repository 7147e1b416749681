import type { FigureSpec, MarkSpec, Sentence, SeriesSpec } from '../contract/figure';
import { lambdaAxis, lambdaRules, sentence } from './axes';
import { extent, type RunFacts } from './facts';
import { aboveLeast, NARROW, sci } from './numbers';
import { pathAt, type RunView } from './view';

/** Every estimate of the error on new rows over λ: leave-one-out, GCV, K-fold with one standard error, held out at the λ shown. */
export function errorsFigure(view: RunView): FigureSpec {
  const { path, curves } = view.facts;
  const { lambda, loo, gcv, cv } = path;
  const series: SeriesSpec[] = [];
  if (cv.length > 0) {
    const name = foldName(view);
    const { lower, upper } = curves.band;
    series.push(
      { kind: 'band', role: 'cv', name: `${name} ± one standard error`, x: lambda, y: lower, upper },
      { kind: 'line', role: 'cv', name, x: lambda, y: cv, label: { text: name, at: 'end' } },
    );
  }
  series.push(
    { kind: 'line', role: 'loo', name: 'leave-one-out', x: lambda, y: loo, label: { text: 'LOO', at: 'end' } },
    { kind: 'line', role: 'gcv', name: 'GCV', x: lambda, y: gcv, label: { text: 'GCV', at: 'end' } },
  );
  return {
    id: 'errors',
    title: 'Prediction error',
    sentence: finding(view),
    x: lambdaAxis(view),
    y: {
      title: 'squared error, share of var(y)',
      scale: 'log',
      domain: errorDomain(view),
      format: 'plain',
    },
    series,
    marks: marks(view),
    rules: lambdaRules(view),
    zones: [],
  };
}

/** The same with a note on how the errors were computed, for the tab that is about them. */
export function errorsInDetail(view: RunView): FigureSpec {
  const how = view.run.notes.filter(({ code }) => code === 'cv/interpolated' || code === 'selection/shortcut');
  const figure = errorsFigure(view);
  return how.length === 0 ? figure : { ...figure, note: how.map(({ text }) => text).join(' ') };
}

/** "10‑fold": with a no-break hyphen, so that it is never torn apart. */
export function foldName(view: RunView): string {
  return `${view.run.metrics.folds}‑fold`;
}

function marks(view: RunView): MarkSpec[] {
  const { lambda, loo, cv, least } = view.facts.path;
  const found: MarkSpec[] = [{ shape: 'circle', role: 'loo', x: lambda[least.loo], y: loo[least.loo] }];
  const at = least.oneStandardError;
  if (cv.length > 0)
    found.push({
      shape: 'diamond',
      role: 'cv',
      x: lambda[at],
      y: cv[at],
      text: 'one standard error',
      dx: 2,
      dy: 20,
      align: 'left',
    });
  const heldOut = view.holdout();
  if (heldOut?.live && Number.isFinite(heldOut.rmse)) {
    const y = heldOut.rmse ** 2 / view.facts.unit;
    found.push({ shape: 'square', role: 'chosen', x: view.lambda, y, text: 'held out', dx: 9, dy: -7, align: 'left' });
  }
  return found;
}

/** Fixed per run: from below every least to a little above "no better than the mean"; what lies higher is cut off. */
function errorDomain(view: RunView): [number, number] {
  const { loo, gcv, cv } = view.facts.path;
  const leasts = [loo, gcv, cv].map((c) => extent(c.filter((v) => v > 0))[0]).filter(Number.isFinite);
  const scores = view.run.metrics.holdout;
  if (scores !== undefined && scores.rmse > 0) leasts.push(scores.rmse ** 2 / view.facts.unit);
  const least = Math.max(1e-12, Math.min(1, ...leasts));
  return [least * 0.5, Math.max(1.6, 3 * Math.max(0, ...leasts))];
}

function finding(view: RunView): Sentence {
  const { facts } = view;
  const { path } = facts;
  const { lambda, least } = path;
  const last = lambda.length - 1;
  const best = `λ${NARROW}${sci(lambda[least.loo])}`;
  if (view.moved) {
    const here = pathAt(lambda, path.loo, view.lambda) / path.loo[least.loo];
    if (Number.isFinite(here))
      return here < 1.01
        ? sentence('LOO at this λ is ', `within 1${NARROW}% of its least`, `, found at ${best}.${reach(facts)}`)
        : sentence('LOO at this λ is ', aboveLeast(here), `, found at ${best}.${reach(facts)}`);
  }
  if (least.loo === 0 || least.loo === last) {
    const end = least.loo === 0 ? 'smallest' : 'largest';
    return sentence(`LOO is least at the ${end} λ tried, `, best, ': widen the range before relying on it.');
  }
  const gcv = near(lambda[least.gcv], lambda[least.loo]) ? ' GCV agrees.' : ` GCV prefers ${sci(lambda[least.gcv])}.`;
  if (path.cv.length === 0) return sentence('LOO is least at ', best, `.${gcv}`);
  const fold = foldName(view);
  if (near(lambda[least.cv], lambda[least.loo])) {
    const band = `one standard error reaches ${sci(lambda[least.oneStandardError])}.`;
    return sentence(`LOO and ${fold} agree on `, best, `; ${band}${gcv}`);
  }
  return sentence(
    'LOO is least at ',
    best,
    `, ${fold} at ${sci(lambda[least.cv])}. Between them the choice matters little if the curves are flat; for new rows, trust ${fold}.`,
  );
}

/** Where one standard error reaches, when folds were made. */
function reach({ path }: RunFacts): string {
  if (path.cv.length === 0) return '';
  return ` One standard error reaches ${sci(path.lambda[path.least.oneStandardError])}.`;
}

/** Two choices of λ count as one when they are within a factor of two. */
export function near(a: number, b: number): boolean {
  return Math.abs(Math.log(a / b)) <= Math.log(2);
}
