import { featureCount } from '../contract/featureCount';
import type { ChosenParameter, SpectrumData } from '../contract/run';
import {
  isCount,
  isListOf,
  isMade,
  isNameIn,
  isNumber,
  isNumbers,
  isOptional,
  isRecord,
  isText,
} from '../contract/shape';
import { lambdasTried } from '../fit/features/choose';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import type { Drawn } from '../fit/features/recommend';
import { isKernel } from '../model/wholeKernel';
import { isWholeMap } from '../model/wholeMap';
import { isBoolean } from '../model/wholeTransform';
import type { Begun, RowsPlan } from '../parts/family';
import type { RowErrors } from '../parts/rowErrors';
import type { RowSums } from '../parts/rowSums';
import { areNotes, areScales, isParameterValue, type Whole } from './whole';

/** Of ridge regression on features. */
export const wholeRidge: Whole<'ridge'> = {
  stored({ scale: { search: _search, ...scale }, drawn: { points: _points, ...drawn }, iterates }) {
    return { scale, drawn, iterates };
  },
  isBegun,
  isSums,
  isSolved: (value, { basis }, { facts }): value is FeatureSpectrum =>
    isSpectrum(value, featureCount(basis.map), facts.unpenalised, facts.along.length),
  isErrors: (value, { basis }): value is RowErrors =>
    isMade<RowErrors>(value, {
      rows: isCount,
      squares: (list) =>
        isListOf(list, (squares) => squares instanceof Float64Array, basis.centres.length) &&
        (list as Float64Array[]).every(({ length }) => length === (list as Float64Array[])[0].length),
    }),
  fits({ squares }, { basis }, { solved }) {
    const lambdas = lambdasTried(solved, basis.settings).length;
    return squares.every(({ length }) => length === lambdas);
  },
};

function isBegun(value: unknown, d: number): value is Begun<'ridge'> {
  return isMade<Begun<'ridge'>>(value, {
    scale: (scale) =>
      isMade<Begun<'ridge'>['scale']>(scale, {
        kernel: (kernel) => isKernel(kernel, d),
        usesKernel: isBoolean,
        searched: (rows) => isOptional(rows, isCount),
        lengthScale: (scales) => areScales(scales, d),
        rule: isText,
        search: (search) => search === undefined,
        atEdge: isBoolean,
      }),
    drawn: (drawn) => isDrawn(drawn, d),
    iterates: (iterates) => iterates === false,
  });
}

const DRAWN: Readonly<Record<Drawn, true>> = {
  features: true,
  leverageFeatures: true,
  landmarks: true,
  leverageLandmarks: true,
};

const isDrawn = (value: unknown, d: number): boolean =>
  isMade<Begun<'ridge'>['drawn']>(value, {
    map: (map) => isWholeMap(map, d, isKernel),
    title: isText,
    drawn: (name) => isNameIn(DRAWN, name),
    key: isText,
    points: (points) => points === undefined,
    sampling: (sampling) =>
      isOptional(sampling, (of) => isRecord(of) && isCount(of.pilot) && isNumber(of.lambda) && isNumber(of.effective)),
    chosen: (list) =>
      isListOf(list, (one) =>
        isMade<ChosenParameter>(one, { name: isText, title: isText, value: isParameterValue, rule: isText }),
      ),
    notes: areNotes,
  });

function isSums(value: unknown, { basis: { map, centres } }: RowsPlan<'ridge'>): value is RowSums {
  if (!isRecord(value) || !isNumbers(value.beside)) return false;
  const count = featureCount(map);
  // The unpenalised features and the outputs.
  const width = Math.round(Math.sqrt(value.beside.length));
  return (
    width >= centres.length &&
    isMade<RowSums>(value, {
      rows: isCount,
      weight: isNumber,
      squares: (squares) => isNumbers(squares, count * count),
      products: (products) => isNumbers(products, count * width),
      beside: (beside) => isNumbers(beside, width * width),
      moments: (moments) => isNumbers(moments, 2 * centres.length),
    })
  );
}

function isSpectrum(value: unknown, count: number, p: number, outputs: number): value is FeatureSpectrum {
  if (!isRecord(value) || !isNumbers(value.vectors) || value.vectors.length % count !== 0) return false;
  const q = value.vectors.length / count;
  return isMade<FeatureSpectrum>(value, {
    count: (found) => found === count,
    vectors: (vectors) => isNumbers(vectors),
    free: (free) => isNumbers(free, count * p),
    spectra: (list) =>
      isListOf(
        list,
        (one) =>
          isMade<SpectrumData>(one, {
            n: isCount,
            unpenalised: (found) => found === p,
            mu: (mu) => isNumbers(mu, q),
            rank: (rank) => isCount(rank) && rank <= q,
            clipped: isCount,
            coordinates: (coordinates) => isNumbers(coordinates, q),
            beyond: (beyond) => isRecord(beyond) && isNumber(beyond.count) && isNumber(beyond.score),
          }),
        outputs,
      ),
    trace: isNumber,
  });
}
