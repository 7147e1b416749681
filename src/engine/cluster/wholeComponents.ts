import type { ChosenParameter } from '../contract/run';
import { isCount, isListOf, isMade, isNumber, isNumbers, isOptional, isRecord, isText } from '../contract/shape';
import { componentsWanted } from '../fit/components/componentsKernel';
import type { LeadingPairs } from '../fit/components/leadingPairs';
import type { ScoreSums } from '../fit/components/scoreRows';
import { isKernel } from '../model/wholeKernel';
import { isWholeMap } from '../model/wholeMap';
import { isBoolean } from '../model/wholeTransform';
import type { Begun, ColumnMoments } from '../parts/family';
import { areNotes, areScales, isParameterValue, type Whole } from './whole';

/** Of principal components of features. */
export const wholeComponents: Whole<'components'> = {
  stored: (begun) => begun,
  isBegun: (value, d): value is Begun<'components'> =>
    isMade<Begun<'components'>>(value, { scale: (scale) => isScale(scale, d), drawn: (drawn) => isDrawn(drawn, d) }),
  isSums: (value, { basis, coding }): value is ColumnMoments =>
    isMade<ColumnMoments>(value, {
      rows: isCount,
      sum: (sum) => isNumbers(sum, basis.pilot.length),
      squares: (squares) => isNumbers(squares, basis.pilot.length ** 2),
      columns: (columns) => isNumbers(columns, coding.transform.names.length),
    }),
  isSolved(value, { parameters, basis }, { rows }): value is LeadingPairs {
    const count = basis.pilot.length;
    const l = componentsWanted(parameters, rows, count, 'features');
    return isMade<LeadingPairs>(value, {
      values: (values) => isNumbers(values, l),
      vectors: (vectors) => isNumbers(vectors, count * l),
      solver: (solver) =>
        isMade<LeadingPairs['solver']>(solver, {
          kind: (kind) => kind === 'all' || kind === 'lanczos',
          residual: isNumber,
          iterations: isCount,
        }),
    });
  },
  isErrors: (value, { coding }): value is ScoreSums => {
    if (!isRecord(value) || !isNumbers(value.largest)) return false;
    const [d, l] = [coding.transform.names.length, value.largest.length];
    return isMade<ScoreSums>(value, {
      rows: isCount,
      squares: (squares) => isNumbers(squares, d),
      products: (products) => isNumbers(products, d * l),
      largest: (largest) => isNumbers(largest, l),
    });
  },
  fits: ({ largest, products }, _, { solved }) =>
    largest.length === solved.values.length && products.every(Number.isFinite),
};

const isScale = (value: unknown, d: number): boolean =>
  isMade<Begun<'components'>['scale']>(value, {
    kernel: (kernel) => isKernel(kernel, d),
    text: isText,
    lengthScale: (scales) => areScales(scales, d),
    rule: isText,
  });

const isDrawn = (value: unknown, d: number): boolean =>
  isMade<Begun<'components'>['drawn']>(value, {
    map: (map) => isWholeMap(map, d, isKernel),
    title: isText,
    chosen: (list) =>
      isListOf(list, (one) =>
        isMade<Omit<ChosenParameter, 'title'>>(one, { name: isText, value: isParameterValue, rule: isText }),
      ),
    notes: areNotes,
    ownKernel: (own) => isOptional(own, isBoolean),
  });
