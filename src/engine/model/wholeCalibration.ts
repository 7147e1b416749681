import type { Calibration, ClassSets } from '../contract/classes';
import {
  type Fields,
  isCount,
  isListOf,
  isNameIn,
  isNumber,
  isNumbers,
  isOptional,
  isPositive,
  isRecord,
} from '../contract/shape';

/** Whether a value read from a file is a calibration of the outputs of a classification with this many levels. */
export function isCalibration(value: unknown, levels: number): value is Calibration {
  if (!isRecord(value) || !isCount(value.rows) || !isNameIn(CALIBRATIONS, value.kind)) return false;
  return (value.kind === 'temperature') === levels > 2 && CALIBRATIONS[value.kind](value, levels);
}

export function isClassSets(value: unknown): value is ClassSets {
  return isRecord(value) && isCount(value.rows) && isNumber(value.least) && value.least >= 0 && value.least <= 1;
}

const ascends = (values: Float64Array) => values.every((v, i) => i === 0 || v >= values[i - 1]);

const CALIBRATIONS: Readonly<Record<Calibration['kind'], (value: Fields, levels: number) => boolean>> = {
  platt: ({ slope, intercept }) => isNumber(slope) && isNumber(intercept),
  isotonic: ({ scores, probabilities }) =>
    isNumbers(scores) &&
    scores.length > 0 &&
    ascends(scores) &&
    isNumbers(probabilities, scores.length) &&
    ascends(probabilities) &&
    probabilities[0] >= 0 &&
    probabilities[scores.length - 1] <= 1,
  temperature: ({ temperature, offsets }, levels) =>
    isPositive(temperature) && isOptional(offsets, (list) => isListOf(list, isNumber, levels)),
};
