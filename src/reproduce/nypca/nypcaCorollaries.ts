import type { FigureSpec } from '../../engine/contract/figure';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, type Expected, held, inCases } from '../compared';
import { byName, type Page } from '../page';
import { chart, curveWithBand, fittedScale, measureRate, overLog, plottedLine, ROLES, rows } from '../plot';
import type { Recipe } from '../recipe';
import { averaged, INTERVAL_95, lineThrough } from '../statistics';
import { type Run, type StudyReport, study } from '../study';
import { measuredCostFigure } from './componentsCost';
import { covarianceEigenvalues, populationErrors } from './componentsForms';
import {
  type BoundedForm,
  type ComponentsPlan,
  componentsAt,
  errorsOnSample,
  formName,
  LANDMARKS_PER_COMPONENT,
  landmarksAt,
  plannedForms,
  populationExponent,
  thetaLimit,
  upperBound,
} from './componentsPlan';
import texts from './corollaries.json';

/** Fraction of an exponent within which a slope is near it: l is an integer, and the power law is asymptotic. */
const NEAR = 0.1;
/** The excess of a slope over that of its bound that may be due to the finite n, besides its scatter. */
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

/** Errors of all forms, and the population's by theta, then number of rows. */
interface StudiedComponents {
  readonly forms: readonly StudiedForm[];
  readonly population: readonly Float64Array[];
}

/** The part of a plan that tests compute. */
const LEAST = { counts: [100, 200] };

type Corollary = keyof typeof texts.specs;

/** A corollary of NYPCA: errors of all forms over n beside its bounds. `more` adds a figure that is not of errors. */
function componentsRecipe(
  id: Corollary,
  whole: ComponentsPlan,
  more?: (plan: ComponentsPlan, run: Run<object, unknown>) => FigureSpec,
): Recipe {
  return study({
    page: { ...texts.specs[id], claims: texts.claims, settings: texts.settings },
    sizes: { plan: [whole, { ...whole, counts: whole.counts.slice(0, 3) }, { ...whole, ...LEAST }] },
    fewDraws: 2,
    prepare: () => covarianceEigenvalues(whole.setting),
    axes: ({ size, repetitions }) => ({ repetition: repetitions, n: size.plan.counts }),
    work: ({ n }) => n + 8000,
    shares: { report: more ? 0.05 : 0 },
    stage: ({ repetition, n }, { repetitions }) => `repetition ${repetition + 1} of ${repetitions.length}, ${n} rows`,
    measure: ({ n }, run) => errorsOnSample(run.size.plan, n, run),
    report(measurements, run) {
      const { plan } = run.size;
      const kinds = plannedForms(plan);
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
      return reportOf(id, plan, { forms, population }, more ? [more(plan, run)] : []);
    },
  });
}

function reportOf(
  id: Corollary,
  plan: ComponentsPlan,
  studied: StudiedComponents,
  extra: readonly FigureSpec[],
): StudyReport<{ claims: typeof texts.claims } & Page> {
  const { counts, thetas, setting, norm } = plan;
  const logs = counts.map(Math.log);
  const last = counts.length - 1;
  const slopes = studied.forms.map((form) => compareWithBound(plan, form));
  const name = ({ form, theta }: StudiedForm) => `${formName(form)}, θ = ${theta}`;
  const below = inCases(studied.forms, (form, f) => [name(form), atMost(slopes[f].above, MARGIN)]);
  const lower = inCases(studied.forms, (form) => {
    const least = studied.population[thetas.indexOf(form.theta)];
    return [name(form), form.errors.every((values) => values.every((v, i) => v >= least[i] * (1 - ROUNDING)))];
  });
  const ratios = thetas.map((theta) => {
    const of = (kind: BoundedForm['kind']) =>
      studied.forms.find((one) => one.theta === theta && one.form.kind === kind)?.errors ?? [];
    const exact = of('empirical');
    return averaged(of('nystrom').map((values, t) => values[last] / exact[t][last]));
  });
  const spanOf = (at: typeof componentsAt, theta: number) =>
    `${at(plan, theta, counts[0])} to ${at(plan, theta, counts[last])}`;
  const untold = below.filter(([, holds]) => holds === undefined).length;
  const worst = Math.max(...ratios.map(({ mean }) => mean));
  return {
    finding: told`The error falls at least as fast as its bound in **${held(below)} of ${below.length} cases**${untold > 0 ? `, ${untold} cannot tell,` : ''} and ${held(lower) === lower.length ? 'never' : 'sometimes'} lies below that of the population; at n = ${counts[last]} NY-EKPCA with the corollary’s landmarks has at most ${plain(worst, 3)} times the error of EKPCA.`,
    numbers: {
      ...byName(thetas, (theta, t) => ({
        [`population error, θ = ${theta}: slope`]: lineThrough(logs, Array.from(studied.population[t], Math.log)).slope,
      })),
      ...byName(studied.forms, (form, f) => ({
        [`${name(form)}: slope (bound: ${fixed(slopes[f].bound, 2)})`]: [
          slopes[f].slope,
          fallsLikePopulation(plan, form),
        ],
      })),
      ...byName(thetas, (theta, t) => ({
        [`NY-EKPCA / EKPCA at n = ${counts[last]}, θ = ${theta}: error`]: ratios[t],
      })),
    },
    claims: { below, lower },
    values: {
      components: setting.decay === 'polynomial' ? 'ℓ of order n^(θ/α)' : 'ℓ = (1/τ)·log n^θ',
      thetas,
      threshold: plain(thetaLimit(norm, setting), 3),
      gammas: plan.gammas.join(' and '),
      counts,
      dimension: setting.dimension,
      spans: thetas
        .map((theta) => `θ = ${theta}: ℓ ${spanOf(componentsAt, theta)}, m ${spanOf(landmarksAt, theta)}`)
        .join('; '),
      perComponent: LANDMARKS_PER_COMPONENT,
      margin: MARGIN,
    },
    settings: {
      ...texts.settings,
      ...(plan.gammas.length > 0 && texts.features),
      ...texts.decays[id],
      ...texts.shared,
    },
    figures: [...thetas.map((theta, t) => errorFigure(plan, studied, theta, t)), ...extra],
  };
}

/**
 * The exponent that a corollary states from both sides: for all pairs of rows, with polynomial decay, before the
 * sampling error takes over.
 */
function fallsLikePopulation({ norm, setting }: ComponentsPlan, { theta, form }: StudiedForm): Expected | undefined {
  if (setting.decay !== 'polynomial' || form.kind !== 'empirical' || theta >= thetaLimit(norm, setting))
    return undefined;
  const exponent = populationExponent(norm, setting, theta);
  return { value: -exponent, by: 'theory', width: NEAR * exponent };
}

/**
 * The slope, the slope of the bound over the same numbers of rows, logarithms included, and the slope of error/bound.
 */
function compareWithBound(plan: ComponentsPlan, { theta, form, errors }: StudiedForm) {
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
  return chart({
    id: `nypca-${norm}-${setting.decay}-theta-${theta}`,
    title: `θ = ${theta}`,
    sentence: told`At the largest n the error of EKPCA is **${plain(above, 3)} times** that of the population’s ${componentsAt(plan, theta, counts[counts.length - 1])} components.`,
    x: rows,
    y: overLog(norm === 'inH' ? 'reconstruction error in H' : 'reconstruction error in L²', 'power', edges),
    series: [
      plottedLine('reference', 'population', counts, population),
      plottedLine('fitted', 'shape of EKPCA’s bound', counts, shape, 'bound'),
      ...here.flatMap(({ form }, f) => curveWithBand(ROLES[f], formName(form), counts, means[f])),
    ],
  });
}

const IN_H = { norm: 'inH', counts: [250, 500, 1000, 2000, 4000, 8000], thetas: [0.4, 0.7, 1.2], gammas: [] } as const;
const IN_L2 = { norm: 'inL2', counts: [1000, 2000, 4000, 8000, 16_000, 32_000], gammas: [0.4, 0.9] } as const;
const POLYNOMIAL = { decay: 'polynomial', rate: 2, dimension: 1024, mean: 1 } as const;
const EXPONENTIAL = { decay: 'exponential', rate: 0.1, dimension: 320, mean: 1 } as const;

export const nypcaCorollaries: readonly Recipe[] = [
  componentsRecipe('cor5', { ...IN_H, setting: POLYNOMIAL, firstComponents: 10 }, measuredCostFigure),
  componentsRecipe('cor7', { ...IN_H, setting: EXPONENTIAL, firstComponents: 0 }),
  componentsRecipe(
    'cor11',
    { ...IN_L2, setting: POLYNOMIAL, thetas: [0.3, 0.5, 0.9], firstComponents: 4 },
    measuredCostFigure,
  ),
  componentsRecipe('cor13', { ...IN_L2, setting: EXPONENTIAL, thetas: [0.2, 0.4, 0.8], firstComponents: 0 }),
];
