import type { Components } from '../../contract/components';
import type { Computing } from '../../linalg/linalg';
import { landmarkRuleOf } from '../../parameters/landmarkParameters';
import { mapAsked } from '../../parameters/randomFeatureParameters';
import type { DrawnFeatures } from './featureComponents';
import type { ComponentsForm, DrawInput } from './form';
import { comparedLandmarks } from './nystromForm';
import { drawNamed } from './randomFeatureForm';

/** A fit on n rows other than the requested one. */
export interface Way {
  readonly kind: Components['kind'];
  /** Landmarks or features; the rows for the empirical form. */
  readonly count: number;
  readonly n: number;
}

export interface OtherWays {
  readonly ways: readonly Way[];
  /** The ways omitted since they would take too long. */
  readonly skipped: readonly Way[];
}

/** The most rows, drawn evenly, of the empirical form as a comparison. */
const EMPIRICAL_ROWS = 2000;
/** The most landmarks or features as a base of comparison with the empirical form. */
const BESIDE_EMPIRICAL = 1000;
/** The largest n·count² of a compared way: some seconds. */
const AFFORDABLE = 5e10;

/**
 * The alternatives that a fit of this kind is compared with: landmarks and random features, a quarter, half, as many
 * and twice as many, those of them that have l components, and the empirical form on at most `EMPIRICAL_ROWS` rows.
 */
export function otherWays(kind: Components['kind'], n: number, count: number, l: number): OtherWays {
  const base = kind === 'empirical' ? Math.min(BESIDE_EMPIRICAL, Math.max(4, Math.round(n / 4))) : count;
  const counts = [...new Set([base / 4, base / 2, base, 2 * base].map((value) => Math.max(1, Math.round(value))))];
  const all: Way[] = [
    ...counts.filter((c) => c <= n).map((c) => ({ kind: 'nystrom' as const, count: c, n })),
    ...counts.map((c) => ({ kind: 'randomFeatures' as const, count: c, n })),
  ].filter((way) => way.count >= l && (way.kind !== kind || way.count !== count));
  const affordable = (way: Way) => n * way.count ** 2 <= AFFORDABLE;
  const rows = Math.min(n, EMPIRICAL_ROWS);
  const empirical: Way[] = kind === 'empirical' ? [] : [{ kind: 'empirical', count: rows, n: rows }];
  return {
    ways: [...empirical, ...all.filter(affordable)],
    skipped: all.filter((way) => !affordable(way)),
  };
}

/** Features of a way that a fit is compared with: drawn like its own if it is of the same form, else as by default. */
export function drawWay(
  form: ComponentsForm,
  { kind, count }: Way,
  { design, kernel, parameters, seed }: Omit<DrawInput, 'count'>,
  context: Computing,
): DrawnFeatures {
  const { x } = design.train;
  const parametersOfForm = form.kind === kind ? parameters : {};
  return kind === 'nystrom'
    ? comparedLandmarks(landmarkRuleOf(parametersOfForm), kernel, x, count, seed, context)
    : drawNamed(mapAsked(parametersOfForm, kernel), kernel, x.columns, count, seed, context);
}
