import type { FeatureMap } from '../contract/kernel';
import type { DrawnMap, MapKind } from './map';
import {
  additive,
  chiSquared,
  chiSquaredEven,
  hellinger,
  intersection,
  intersectionEven,
  jensenShannon,
} from './maps/additive';
import { binary, fourier, fourierPaired, hadamard, halton, orthogonal, sobol } from './maps/cosines';
import { field } from './maps/field';
import { histogram, laplaceTransform } from './maps/histogram';
import { landmarks } from './maps/landmarkFeatures';
import { exponential, geometricMaclaurin, maclaurin, signProducts } from './maps/maclaurin';
import { erf, relu, reluSquared, sign, step, tanh } from './maps/networks';
import { gaussianSketch, rademacherSketch } from './maps/sketch';
import { periodicSpline, spline } from './maps/spline';
import { monomials, taylor } from './maps/taylor';
import { countSketches, tensorSketch } from './maps/tensorSketch';
import { units } from './maps/units';

/** Every way to draw features; the one that a kernel gets by default comes before the others that take it. */
export const DRAWN_MAPS = {
  orthogonal,
  fourier,
  fourierPaired,
  sobol,
  halton,
  hadamard,
  binary,
  taylor,
  tensorSketch,
  maclaurin,
  geometricMaclaurin,
  gaussianSketch,
  rademacherSketch,
  step,
  sign,
  relu,
  reluSquared,
  tanh,
  erf,
  spline,
  exponential,
  histogram,
  chiSquared,
  chiSquaredEven,
  intersection,
  intersectionEven,
  jensenShannon,
  hellinger,
} as const satisfies Readonly<Record<string, DrawnMap>>;

export type FeatureMapName = keyof typeof DRAWN_MAPS;

type NamedKind = NonNullable<FeatureMap['kind']>;

/** Every kind of features but units activation(w·x + b), which is the kind of maps that name none. */
const MAP_KINDS: { readonly [K in NamedKind]: MapKind<Extract<FeatureMap, { readonly kind: K }>> } = {
  maclaurin: signProducts,
  tensorSketch: countSketches,
  taylor: monomials,
  histogram: laplaceTransform,
  additive,
  spline: periodicSpline,
  landmarks,
  field,
};

/** The kind of a map, or of one read from a file: undefined if there is none of this name. */
export function mapKind(kind: FeatureMap['kind']): MapKind;
export function mapKind(kind: unknown): MapKind | undefined;
export function mapKind(kind: unknown): MapKind | undefined {
  if (kind === undefined) return units;
  return typeof kind === 'string' && Object.hasOwn(MAP_KINDS, kind) ? MAP_KINDS[kind as NamedKind] : undefined;
}
