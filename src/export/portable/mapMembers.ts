import type { Matrix } from '../../engine/contract/data';
import type { FeatureMap, RandomFeatureMap } from '../../engine/contract/kernel';

type NamedKind = NonNullable<FeatureMap['kind']>;

/** A map that follows from its arrays and numbers: any but landmarks and splines, which have a kernel. */
export type ArrayKind = Exclude<NamedKind, 'spline' | 'landmarks'> | 'units';
type MapOf<K extends ArrayKind> = K extends 'units' ? RandomFeatureMap : Extract<FeatureMap, { readonly kind: K }>;

/** How a member is said: as it is, as a vector, or as a matrix with a row for each encoded column, behind them one for a constant. */
export type Said = 'plain' | 'vector' | 'rows' | 'rowsAndConstant';

/** The members of the engine's maps (engine/contract/kernel.ts) by which their features are computed; a stranger may have added others. */
export const MAP_MEMBERS = {
  units: {
    activation: 'plain',
    weights: 'rows',
    bias: 'vector',
    scale: 'plain',
    thresholds: 'vector',
    factors: 'vector',
  },
  maclaurin: {
    lengthScale: 'plain',
    scale: 'plain',
    offset: 'plain',
    degrees: 'vector',
    coefficients: 'vector',
    signs: 'rowsAndConstant',
  },
  tensorSketch: {
    lengthScale: 'plain',
    scale: 'plain',
    offset: 'plain',
    count: 'plain',
    width: 'plain',
    degree: 'plain',
    buckets: 'rowsAndConstant',
    signs: 'rowsAndConstant',
  },
  taylor: { lengthScale: 'plain', scale: 'plain', starts: 'vector', indices: 'vector', factors: 'vector' },
  histogram: { weights: 'rows' },
  additive: { columns: 'vector', frequencies: 'vector', phases: 'vector', factors: 'vector' },
} as const satisfies { readonly [K in ArrayKind]: { readonly [N in keyof MapOf<K>]?: Said } };

type Plain<T> = T extends string ? string : T;

type Members<M, S> = {
  readonly [N in keyof Pick<M, keyof S & keyof M>]: S[N & keyof S] extends 'plain'
    ? Plain<M[N]>
    : S[N & keyof S] extends 'vector'
      ? Float64Array
      : Matrix;
};

/** A map of one of these kinds as every export says it. */
export type ArrayMap = {
  [K in ArrayKind]: { readonly kind: K } & Members<MapOf<K>, (typeof MAP_MEMBERS)[K]>;
}[ArrayKind];
