import type { FeatureMap } from '../../engine/contract/kernel';
import type { Model, ModelOutput } from '../../engine/contract/model';
import {
  type Fields,
  type Holds,
  isCount,
  isListOf,
  isMade,
  isNameIn,
  isRecord,
  isText,
} from '../../engine/contract/shape';
import { isCalibration, isClassSets } from '../../engine/model/wholeCalibration';
import { isAnyNumber, isArray, isList, isMaybe, isReals, lengthIn, lengthOf } from './shapes';

/** More features than any fit is made of. */
const MOST_FEATURES = 2 ** 24;

type Drawn = Pick<Model, 'outputs' | 'classes' | 'unpenalised' | 'kept'>;

/** Whether what the page says of a model has its shape. Whether it can predict is asked where it has to (engine/model/save.ts). */
export function isDrawnModel(value: unknown): boolean {
  const coefficients = isReals(lengthIn(value, 'kept'));
  return isMade<Drawn>(value, {
    outputs: isList((output) =>
      isMade<Pick<ModelOutput, 'name' | 'beta'>>(output, { name: isText, beta: coefficients }),
    ),
    classes: isMaybe((classes) =>
      isMade<NonNullable<Model['classes']>>(classes, {
        column: isText,
        levels: isList(isText),
        calibration: isMaybe((calibration) => isCalibration(calibration, countIn(classes, 'levels'))),
        threshold: isMaybe(isAnyNumber),
        sets: isMaybe(isClassSets),
      }),
    ),
    unpenalised: isList(isBlock),
    kept: isArray(Uint32Array),
  });
}

/** Items of a list that an object holds by that name; NaN of anything else. */
const countIn = (holder: unknown, name: string): number => {
  const list = isRecord(holder) && holder[name];
  return Array.isArray(list) ? list.length : Number.NaN;
};

const isBlock: Holds = (value) =>
  isRecord(value) &&
  (value.kind === 'constant' ||
    (isText(value.name) && (value.kind === 'monomial' || (value.kind === 'units' && isCounted(value.map)))));

/** Whether `featureCount` can tell how many features a map has. */
function isCounted(map: unknown): boolean {
  if (!isRecord(map)) return false;
  const count = isNameIn(COUNTS, map.kind) ? COUNTS[map.kind](map) : map.kind === undefined && lengthOf(map.bias);
  return isCount(count) && count <= MOST_FEATURES;
}

const COUNTS: Readonly<Record<Exclude<FeatureMap['kind'], undefined>, (map: Fields) => unknown>> = {
  maclaurin: ({ degrees }) => lengthOf(degrees),
  tensorSketch: ({ count }) => count,
  taylor: ({ factors }) => lengthOf(factors),
  additive: ({ factors }) => lengthOf(factors),
  histogram: ({ weights, inputs }) => lengthOf(weights) / Number(inputs),
  spline: ({ points, inputs }) => lengthOf(points) / Number(inputs),
  landmarks: ({ points, inputs }) => lengthOf(points) / Number(inputs),
};

/** Whether a kernel can be named: one of a formula that this version does not know can. */
export function isNamedKernel(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.kind === 'sum') return isListOf(value.terms, (term) => isRecord(term) && isNamedKernel(term.kernel));
  if (value.kind === 'product') return isListOf(value.factors, isNamedKernel);
  return isText(value.kind) && isListOf(value.lengthScale, isAnyNumber);
}
