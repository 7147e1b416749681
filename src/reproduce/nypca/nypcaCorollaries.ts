import type { FigureSpec } from '../../engine/contract/figure';
import type { ReproductionSpec } from '../../engine/contract/reproduction';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, byPaper, byUs, compared, type Expected, held, inCases, type Setting } from '../compared';
import { curveWithBand, fittedScale, line, logAxis, measureRate, ROLES } from '../plot';
import type { Recipe } from '../recipe';
import { INTERVAL_95, lineThrough, type MeanEstimate, meanOf } from '../statistics';
import { type Report, type Run, study } from '../study';
import { measuredCostFigure } from './componentsCost';
import { covarianceEigenvalues, populationErrors } from './componentsForms';
import {
  type BoundedForm,
  type ComponentsPlan,
  componentsAt,
  errorsOnSample,
  formsOf,
  LANDMARKS_PER_COMPONENT,
  landmarksAt,
  populationExponent,
  threshold,
  upperBound,
} from './componentsPlan';

/** Share of an exponent within which a slope is near it: l is a whole number, and the power law is asymptotic. */
const NEAR = 0.1;
/** What a slope above that of its bound may owe to the finite n, beside its scatter. */
const MARGIN = 0.02;
/** Errors are differences of traces. */
const ROUNDING = 1e-9;
/** Errors of one form at one theta. */
interface StudiedForm {
  readonly theta: number;
  readonly form: BoundedForm;
  /** By repetition, then number of rows. */
  readonly errors: readonly Float64Array[];
}

interface StudiedComponents {
  readonly forms: readonly StudiedForm[];
  /** Population error by theta, then number of rows. */
  readonly population: readonly Float64Array[];
}

const QUICK = { draws: 2, counts: 3 };

function formName(form: BoundedForm): string {
  switch (form.kind) {
    case 'empirical':
      return 'EKPCA';
    case 'nystrom':
      return 'NY-EKPCA';
    case 'features':
      return `RF-EKPCA, γ = ${form.gamma}`;
  }
}

/** A corollary of NYPCA: errors of all forms over n beside its bounds. `more` adds a figure that is not of errors. */
function componentsRecipe(
  spec: ReproductionSpec,
  whole: ComponentsPlan,
  further: readonly Setting[],
  more?: (plan: ComponentsPlan, run: Run<object, unknown>) => FigureSpec,
): Recipe {
  return study({
    spec,
    sizes: { plan: [whole, { ...whole, counts: whole.counts.slice(0, QUICK.counts) }] },
    fewDraws: QUICK.draws,
    prepare: () => covarianceEigenvalues(whole.setting),
    axes: ({ size, repetitions }) => ({ repetition: repetitions, n: size.plan.counts }),
    work: ({ n }) => n + 8000,
    shares: { report: more ? 0.05 : 0 },
    stage: ({ repetition, n }, { repetitions }) => `repetition ${repetition + 1} of ${repetitions.length}, ${n} rows`,
    measure: ({ n }, run) => errorsOnSample(run.size.plan, n, run),
    report(measurements, run) {
      const { plan } = run.size;
      const kinds = formsOf(plan);
      const forms = plan.thetas.flatMap((theta, t) =>
        kinds.map((form, f): StudiedForm => {
          const place = t * kinds.length + f;
          const errors = run.repetitions.map((repetition) =>
            Float64Array.from(measurements.at({ repetition }), (all) => all[place]),
          );
          return { theta, form, errors };
        }),
      );
      const population = plan.thetas.map((theta) =>
        Float64Array.from(plan.counts, (n) => populationErrors(run.given, componentsAt(plan, theta, n))[plan.norm]),
      );
      return reportOf(plan, { forms, population }, run.repetitions.length, further, more ? [more(plan, run)] : []);
    },
  });
}

function reportOf(
  plan: ComponentsPlan,
  studied: StudiedComponents,
  draws: number,
  further: readonly Setting[],
  extra: readonly FigureSpec[],
): Report {
  const { counts, thetas, setting, norm } = plan;
  const logs = counts.map(Math.log);
  const last = counts.length - 1;
  const slopes = studied.forms.map((form) => compareWithBound(plan, form));
  const name = ({ form, theta }: StudiedForm) => `${formName(form)}, θ = ${theta}`;
  const below = inCases(
    `the slope of error over bound, logarithms included, is at most ${MARGIN}`,
    studied.forms,
    (form, f) => [name(form), atMost(slopes[f].above, MARGIN)],
  );
  const lower = inCases('no error lies below that of the population', studied.forms, (form) => {
    const least = studied.population[thetas.indexOf(form.theta)];
    return [name(form), form.errors.every((values) => values.every((v, i) => v >= least[i] * (1 - ROUNDING)))];
  });
  const ratios = thetas.map((theta) => {
    const of = (kind: BoundedForm['kind']) =>
      studied.forms.find((one) => one.theta === theta && one.form.kind === kind)?.errors ?? [];
    const exact = of('empirical');
    return meanOf(of('nystrom').map((values, t) => values[last] / exact[t][last]));
  });
  const numbers = [
    ...thetas.map((theta, t) =>
      compared(
        `population error, θ = ${theta}: slope`,
        lineThrough(logs, Array.from(studied.population[t], Math.log)).slope,
      ),
    ),
    ...studied.forms.map((studiedForm, f) => {
      const bound = `slope (bound: ${fixed(slopes[f].bound, 2)})`;
      return compared(`${name(studiedForm)}: ${bound}`, slopes[f].slope, fallsLikePopulation(plan, studiedForm));
    }),
    ...thetas.map((theta, t) => compared(`NY-EKPCA / EKPCA at n = ${counts[last]}, θ = ${theta}: error`, ratios[t])),
  ];
  const untold = below.filter(({ holds }) => holds === 'unclear').length;
  const worst = Math.max(...ratios.map(({ mean }) => mean));
  return {
    finding: told`The error falls at least as fast as its bound in **${held(below)} of ${below.length} cases**${untold > 0 ? `, ${untold} cannot tell,` : ''} and ${held(lower) === lower.length ? 'never' : 'sometimes'} lies below that of the population; at n = ${counts[last]} NY-EKPCA with the corollary’s landmarks has at most ${plain(worst, 3)} times the error of EKPCA.`,
    numbers,
    claims: [...below, ...lower],
    settings: [
      byPaper('components', setting.decay === 'polynomial' ? 'ℓ of order n^(θ/α)' : 'ℓ = (1/τ)·log n^θ'),
      byPaper('landmarks', 'as many as the corollary asks for, up to a constant, drawn uniformly'),
      byUs('θ', `${thetas.join(', ')}: below and above ${plain(threshold(norm, setting), 3)}, where the bound changes`),
      ...(plan.gammas.length > 0 ? [byPaper('random features', 'm = n^γ'), byUs('γ', plan.gammas.join(' and '))] : []),
      ...further,
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
        `the slope of error/bound, logarithms included, is at most ${MARGIN}, by two standard errors; every error is at least the population’s`,
      ),
      byUs('near', 'slopes within a tenth of the exponent: ℓ is a whole number, and the exponent a limit'),
    ],
    figures: [...thetas.map((theta, t) => errorFigure(plan, studied, theta, t)), ...extra],
  };
}

/** The exponent that a corollary states from both sides: of all pairs of rows, with polynomial decay, before the sampling error takes over. */
function fallsLikePopulation({ norm, setting }: ComponentsPlan, { theta, form }: StudiedForm): Expected | undefined {
  if (setting.decay !== 'polynomial' || form.kind !== 'empirical' || theta >= threshold(norm, setting))
    return undefined;
  const exponent = populationExponent(norm, setting, theta);
  return { value: -exponent, by: 'theory', width: NEAR * exponent };
}

interface ComparedSlope {
  readonly slope: MeanEstimate;
  /** Slope of the bound over the same numbers of rows, logarithms included. */
  readonly bound: number;
  /** Slope of error/bound. */
  readonly above: MeanEstimate;
}

function compareWithBound(plan: ComponentsPlan, { theta, form, errors }: StudiedForm): ComparedSlope {
  const { counts, setting, norm } = plan;
  const bound = counts.map((n) => upperBound(norm, setting, form, theta, n));
  const { slope } = measureRate(counts, errors);
  const law = lineThrough(counts.map(Math.log), bound.map(Math.log)).slope;
  return { slope, bound: law, above: { mean: slope.mean - law, error: slope.error } };
}

function errorFigure(plan: ComponentsPlan, studied: StudiedComponents, theta: number, t: number): FigureSpec {
  const { counts, norm, setting } = plan;
  const population = studied.population[t];
  const here = studied.forms.filter((one) => one.theta === theta);
  const rates = here.map(({ errors }) => measureRate(counts, errors));
  const means = rates.map(({ logs }) =>
    logs.map(({ mean, error }) => {
      const value = Math.exp(mean);
      return { mean: value, error: Number.isFinite(error) ? value * error : 0 };
    }),
  );
  const bound = counts.map((n) => upperBound(norm, setting, here[0].form, theta, n));
  const scale = fittedScale(rates[0], bound);
  const shape = bound.map((v) => scale * v);
  const edges = means.flat().flatMap(({ mean, error }) => [mean - INTERVAL_95 * error, mean + INTERVAL_95 * error]);
  const above = means[0][counts.length - 1].mean / population[counts.length - 1];
  return {
    id: `nypca-${norm}-${setting.decay}-theta-${theta}`,
    title: `θ = ${theta}`,
    sentence: told`At the largest n the error of EKPCA is **${plain(above, 3)} times** that of the population’s ${componentsAt(plan, theta, counts[counts.length - 1])} components.`,
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
  };
}

export const nypcaCor5 = componentsRecipe(
  {
    id: 'nypca-cor5',
    title: 'NYPCA, corollary 5: reconstruction in H, polynomial decay',
    claim:
      'With ℓ = n^(θ/α) components the error of kernel PCA on n rows falls like that of the population, n^(−θ(1−1/α)), while θ < 1 and at least like (log n/n)^(1−1/α) beyond; n^θ·log n landmarks keep these rates.',
    seconds: 50,
    draws: 20,
  },
  {
    norm: 'inH',
    setting: { decay: 'polynomial', rate: 2, dimension: 1024 },
    counts: [250, 500, 1000, 2000, 4000, 8000],
    thetas: [0.4, 0.7, 1.2],
    firstComponents: 10,
    gammas: [],
  },
  [byUs('α', '2: λᵢ = i⁻²'), byUs('constant of ℓ', '10 at the least n')],
  measuredCostFigure,
);

export const nypcaCor7 = componentsRecipe(
  {
    id: 'nypca-cor7',
    title: 'NYPCA, corollary 7: reconstruction in H, exponential decay',
    claim:
      'With ℓ = (θ/τ)·log n components the error of kernel PCA on n rows is at most of order n^(−θ)·log n while θ < 1 and (log n)²/n beyond; n^θ·log n landmarks keep these rates.',
    seconds: 15,
    draws: 20,
  },
  {
    norm: 'inH',
    setting: { decay: 'exponential', rate: 0.1, dimension: 320 },
    counts: [250, 500, 1000, 2000, 4000, 8000],
    thetas: [0.4, 0.7, 1.2],
    firstComponents: 0,
    gammas: [],
  },
  [byUs('τ', '0.1: λᵢ = exp(−i/10)')],
);

export const nypcaCor11 = componentsRecipe(
  {
    id: 'nypca-cor11',
    title: 'NYPCA, corollary 11: reconstruction in L², polynomial decay',
    claim:
      'In L² the error of kernel PCA falls like that of the population, n^(−2θ(1−1/2α)), while θ < α/(2α − 1), and like 1/n beyond, with n^θ·log n landmarks too; with m = n^γ random features it falls like n^(−γ) at best.',
    seconds: 70,
    draws: 20,
  },
  {
    norm: 'inL2',
    setting: { decay: 'polynomial', rate: 2, dimension: 1024 },
    counts: [1000, 2000, 4000, 8000, 16000, 32000],
    thetas: [0.3, 0.5, 0.9],
    firstComponents: 4,
    gammas: [0.4, 0.9],
  },
  [byUs('α', '2: λᵢ = i⁻², so that the threshold is θ = 2/3'), byUs('constant of ℓ', '4 at the least n')],
  measuredCostFigure,
);

export const nypcaCor13 = componentsRecipe(
  {
    id: 'nypca-cor13',
    title: 'NYPCA, corollary 13: reconstruction in L², exponential decay',
    claim:
      'In L² the error of kernel PCA is at most of order n^(−2θ)·log n while θ ≤ ½ and 1/n beyond, with n^θ·log n landmarks up to a logarithm too; with m = n^γ random features it falls like n^(−γ) at best.',
    seconds: 40,
    draws: 20,
  },
  {
    norm: 'inL2',
    setting: { decay: 'exponential', rate: 0.1, dimension: 320 },
    counts: [1000, 2000, 4000, 8000, 16000, 32000],
    thetas: [0.2, 0.4, 0.8],
    firstComponents: 0,
    gammas: [0.4, 0.9],
  },
  [byUs('τ', '0.1: λᵢ = exp(−i/10); the threshold is θ = ½')],
);
