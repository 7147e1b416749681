import { partOf } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ReproductionSpec } from '../../engine/contract/reproduction';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { drawCount } from '../chosenOptions';
import { compared } from '../compared';
import { curveWithBand, line, logAxis, plot, ROLES } from '../plot';
import { measureRate, scaleOf } from '../rates';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs, type Setting } from '../settings';
import { type Estimate, INTERVAL_95, lineThrough, meanOf } from '../statistics';
import { verdictOf } from '../verdict';
import { type ComponentsForm, populationExponent, threshold, upperBound } from './componentsBounds';
import {
  type ComponentsPlan,
  type ComponentsStudy,
  componentsAt,
  LANDMARKS_PER_COMPONENT,
  landmarksAt,
  type StudiedForm,
  studyComponents,
} from './componentsStudy';

/** Share of its exponent within which the slope of a population error agrees: l is a whole number, and the power law is asymptotic. */
const TOLERANCE = 0.1;
/** What a slope above that of its bound may owe to the finite n, beside its scatter. */
const MARGIN = 0.02;
/** Errors are differences of traces. */
const ROUNDING = 1e-9;
const QUICK = { draws: 2, counts: 3 };

export function formName(form: ComponentsForm): string {
  switch (form.kind) {
    case 'empirical':
      return 'EKPCA';
    case 'nystrom':
      return 'NY-EKPCA';
    case 'features':
      return `RF-EKPCA, γ = ${form.gamma}`;
  }
}

/** A corollary of NYPCA: errors of all forms over n beside its bounds. `more` adds figures that are not of errors. */
export function componentsRecipe(
  spec: ReproductionSpec,
  plan: ComponentsPlan,
  own: readonly Setting[],
  more?: (plan: ComponentsPlan, quick: boolean, context: RecipeContext) => readonly FigureSpec[],
): Recipe {
  return {
    spec,
    run(request, context: RecipeContext) {
      const quick = request.quick === true;
      const used = quick ? { ...plan, counts: plan.counts.slice(0, QUICK.counts) } : plan;
      const draws = drawCount(spec, request, QUICK.draws);
      const part = Object.assign(partOf(context, 0, more ? 0.95 : 1), { linalg: context.linalg });
      const study = studyComponents(used, draws, request.seed, part);
      const extra = more?.(used, quick, context) ?? [];
      return findingsOf(used, study, draws, own, extra);
    },
  };
}

function findingsOf(
  plan: ComponentsPlan,
  study: ComponentsStudy,
  draws: number,
  own: readonly Setting[],
  extra: readonly FigureSpec[],
) {
  const { counts, thetas, setting, norm } = plan;
  const logs = counts.map(Math.log);
  const last = counts.length - 1;
  const slopes = study.forms.map((studied) => compareWithBound(plan, studied));
  const below = slopes.map(({ above }) => isAtMost(above));
  const lower = study.forms.map(({ theta, errors }) => {
    const least = study.population[thetas.indexOf(theta)];
    return errors.every((values) => values.every((v, i) => v >= least[i] * (1 - ROUNDING)));
  });
  const ratios = thetas.map((theta) => {
    const of = (kind: ComponentsForm['kind']) =>
      study.forms.find((studied) => studied.theta === theta && studied.form.kind === kind)?.errors ?? [];
    const exact = of('empirical');
    return meanOf(of('nystrom').map((values, t) => values[last] / exact[t][last]));
  });
  const numbers = [
    ...thetas.map((theta, t) => ({
      name: `population error, θ = ${theta}: slope`,
      published: -populationExponent(norm, setting, theta),
      publishedError: TOLERANCE * populationExponent(norm, setting, theta),
      ours: lineThrough(logs, Array.from(study.population[t], Math.log)).slope,
    })),
    ...study.forms.map(({ theta, form }, f) =>
      compared(`${formName(form)}, θ = ${theta}: slope (bound: ${signed(slopes[f].bound)})`, slopes[f].slope),
    ),
    ...thetas.map((theta, t) => compared(`NY-EKPCA / EKPCA at n = ${counts[last]}, θ = ${theta}: error`, ratios[t])),
  ];
  const many = below.filter((v) => v).length;
  const worst = Math.max(...ratios.map(({ mean }) => mean));
  return {
    finding: sentence(
      'The error falls at least as fast as its bound in ',
      `${many} of ${below.length} cases`,
      ` and ${lower.every((v) => v) ? 'never' : 'sometimes'} lies below that of the population; at n = ${counts[last]} NY-EKPCA with the corollary’s landmarks has at most ${plain(worst, 3)} times the error of EKPCA.`,
    ),
    verdict: verdictOf(numbers, [...below, ...lower]),
    settings: [
      byPaper('components', setting.decay === 'polynomial' ? 'ℓ of order n^(θ/α)' : 'ℓ = (1/τ)·log n^θ'),
      byPaper('landmarks', 'as many as the corollary asks for, up to a constant, drawn uniformly'),
      byUs('θ', `${thetas.join(', ')}: below and above ${plain(threshold(norm, setting), 3)}, where the bound changes`),
      ...(plan.gammas.length > 0 ? [byPaper('random features', 'm = n^γ'), byUs('γ', plan.gammas.join(' and '))] : []),
      ...own,
      byUs('rows', `uniform on [0, 1], n = ${counts.join(', ')}`),
      byUs(
        'kernel',
        `Σ λᵢ·2·cos(πix)·cos(πiz), i ≤ ${setting.dimension}: the λᵢ are the covariance’s eigenvalues, the mean is 0; as many landmarks span all there is`,
      ),
      byUs('errors', 'exact expectations over a new row; nothing is held out'),
      byUs(
        'ℓ and m',
        thetas
          .map((theta) => {
            const span = (at: typeof componentsAt) =>
              `${at(plan, theta, counts[0])} to ${at(plan, theta, counts[last])}`;
            return `θ = ${theta}: ℓ ${span(componentsAt)}, m ${span(landmarksAt)}`;
          })
          .join('; '),
      ),
      byUs('landmarks at the least n', `${LANDMARKS_PER_COMPONENT} for each component`),
      byUs('repetitions', `${draws}; slopes are means over repetitions of the slope of each`),
      byUs(
        'within a bound',
        `the slope of error/bound, logarithms included, is at most ${MARGIN} plus two standard errors; every error is at least the population’s`,
      ),
      byUs('agreement', `slopes of the population’s errors within a tenth: ℓ is a whole number`),
    ],
    numbers,
    figures: [...thetas.map((theta, t) => errorFigure(plan, study, theta, t)), ...extra],
    notes: [],
  };
}

interface ComparedSlope {
  readonly slope: Estimate;
  /** Slope of the bound over the same numbers of rows, logarithms included. */
  readonly bound: number;
  /** Slope of error/bound. */
  readonly above: Estimate;
}

function compareWithBound(plan: ComponentsPlan, { theta, form, errors }: StudiedForm): ComparedSlope {
  const { counts, setting, norm } = plan;
  const bound = counts.map((n) => upperBound(norm, setting, form, theta, n));
  const { slope } = measureRate(counts, errors);
  const law = lineThrough(counts.map(Math.log), bound.map(Math.log)).slope;
  return { slope, bound: law, above: { mean: slope.mean - law, error: slope.error } };
}

/** A single repetition has no scatter of its own to allow for. */
const isAtMost = ({ mean, error }: Estimate): boolean => mean <= MARGIN + (Number.isFinite(error) ? 2 * error : 0);

const signed = (v: number): string => v.toFixed(2).replace('-', '−');

function errorFigure(plan: ComponentsPlan, study: ComponentsStudy, theta: number, t: number): FigureSpec {
  const { counts, norm, setting } = plan;
  const population = study.population[t];
  const here = study.forms.filter((studied) => studied.theta === theta);
  const rates = here.map(({ errors }) => measureRate(counts, errors));
  const means = rates.map(({ logs }) =>
    logs.map(({ mean, error }) => {
      const value = Math.exp(mean);
      return { mean: value, error: Number.isFinite(error) ? value * error : 0 };
    }),
  );
  const bound = counts.map((n) => upperBound(norm, setting, here[0].form, theta, n));
  const scale = scaleOf(rates[0], bound);
  const shape = bound.map((v) => scale * v);
  const edges = means.flat().flatMap(({ mean, error }) => [mean - INTERVAL_95 * error, mean + INTERVAL_95 * error]);
  const above = means[0][counts.length - 1].mean / population[counts.length - 1];
  return plot({
    id: `nypca-${norm}-${setting.decay}-theta-${theta}`,
    title: `θ = ${theta}`,
    sentence: sentence(
      'At the largest n the error of EKPCA is ',
      `${plain(above, 3)} times`,
      ` that of the population’s ${componentsAt(plan, theta, counts[counts.length - 1])} components.`,
    ),
    x: logAxis('rows n', 'count', counts),
    y: logAxis(
      norm === 'inH' ? 'reconstruction error in H' : 'reconstruction error in L²',
      'power',
      edges,
      population,
      shape,
    ),
    series: [
      line('reference', 'population', counts, population),
      line('fitted', 'shape of EKPCA’s bound', counts, shape, 'bound'),
      ...here.flatMap(({ form }, f) => curveWithBand(ROLES[f], formName(form), counts, means[f])),
    ],
  });
}
