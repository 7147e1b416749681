import { featureCount } from '../contract/featureCount';
import type { FeatureMap, KernelSpec } from '../contract/kernel';
import { NOTE } from '../contract/note';
import { CHOSEN_PARAMETER } from '../contract/parameters';
import {
  absent,
  byHand,
  count,
  finite,
  finites,
  flag,
  list,
  object,
  oneOf,
  optional,
  positive,
  reals,
  type Schema,
  sized,
  such,
  text,
  without,
} from '../contract/schema';
import { SPECTRUM_DATA } from '../contract/spectrum.schema';
import { componentsWanted } from '../fit/components/componentsKernel';
import type { LeadingPairs } from '../fit/components/leadingPairs';
import type { ScoreSums } from '../fit/components/scoreRows';
import { lambdasTried } from '../fit/features/choose';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import { isKernel } from '../model/storedKernel';
import { isWholeMap } from '../model/wholeMap';
import { SUMMED } from '../parts/families';
import type { Begun, ColumnMoments, Kind, Kinds, RowsPlan, Solution } from '../parts/family';
import type { RowErrors } from '../parts/rowErrors';
import type { RowSums } from '../parts/rowSums';

/** The schemas of a family's values in files, with lengths from the plan or from the totals of all sums. */
interface Stored<K extends Kind = Kind> {
  /** The stored members of what was found on the sample. */
  stored(begun: Begun<K>): Begun<K>;
  /** The schema for a sample of d encoded columns. */
  begun(d: number): Schema<Begun<K>>;
  sums(plan: RowsPlan<K>): Schema<Kinds[K]['sums']>;
  solved(plan: RowsPlan<K>, totals: Kinds[K]['totals']): Schema<Kinds[K]['solved']>;
  errors(plan: RowsPlan<K>): Schema<Kinds[K]['errors']>;
  /** True if the errors have the lengths that this solution implies. */
  fits(errors: Kinds[K]['errors'], plan: RowsPlan<K>, solution: Solution<K>): boolean;
}

/** A kernel of d columns. */
const kernel = (d: number): Schema<KernelSpec> => byHand({ type: 'object' }, (value) => isKernel(value, d));
/** A map of d columns. */
const map = (d: number): Schema<FeatureMap> => byHand({ type: 'object' }, (value) => isWholeMap(value, d, isKernel));
/** One length scale, or one for each of d columns. */
const scales = (d: number) => such(list(positive()), ({ length }) => length === 1 || length === d);

const ridge: Stored<'ridge'> = {
  stored({ scale: { search: _search, ...scale }, drawn: { points: _points, ...drawn }, iterates }) {
    return { scale, drawn, iterates };
  },
  begun: (d) =>
    object<Begun<'ridge'>>({
      scale: object<Begun<'ridge'>['scale']>({
        kernel: kernel(d),
        usesKernel: flag(),
        searched: optional(count()),
        lengthScale: scales(d),
        rule: text(),
        search: absent,
        atEdge: flag(),
      }),
      drawn: object<Begun<'ridge'>['drawn']>({
        map: map(d),
        title: text(),
        drawn: oneOf(['features', 'leverageFeatures', 'landmarks', 'leverageLandmarks']),
        key: text(),
        points: absent,
        sampling: optional(
          object<NonNullable<Begun<'ridge'>['drawn']['sampling']>>({
            pilot: count(),
            lambda: finite(),
            effective: finite(),
          }),
        ),
        chosen: list(CHOSEN_PARAMETER),
        notes: list(NOTE),
      }),
      iterates: such(flag(), (iterates) => !iterates),
    }),
  sums({ basis }) {
    const m = featureCount(basis.map);
    return such(
      object<RowSums>({
        rows: count(),
        weight: finite(),
        squares: sized(finites(), m * m),
        products: finites(),
        beside: finites(),
        moments: sized(finites(), 2 * basis.centres.length),
      }),
      ({ products, beside }) => {
        // The unpenalised features and the outputs.
        const width = products.length / m;
        return width >= basis.centres.length && beside.length === width * width;
      },
    );
  },
  solved({ basis }, { facts: { unpenalised, along } }) {
    const m = featureCount(basis.map);
    return such(
      object<FeatureSpectrum>({
        count: such(count(), (found) => found === m),
        vectors: finites(),
        free: sized(finites(), m * unpenalised),
        spectra: sized(list(SPECTRUM_DATA), along.length),
        trace: finite(),
      }),
      ({ vectors, spectra }) =>
        spectra.every(
          (one) =>
            one.unpenalised === unpenalised &&
            one.mu.length * m === vectors.length &&
            [...one.mu, ...one.coordinates, one.beyond.count, one.beyond.score].every(Number.isFinite),
        ) && vectors.length % m === 0,
    );
  },
  errors: ({ basis }) =>
    such(object<RowErrors>({ rows: count(), squares: sized(list(reals()), basis.centres.length) }), ({ squares }) =>
      squares.every(({ length }) => length === squares[0].length),
    ),
  fits({ squares }, { basis }, { solved }) {
    const lambdas = lambdasTried(solved, basis.settings).length;
    return squares.every(({ length }) => length === lambdas);
  },
};

const components: Stored<'components'> = {
  stored: (begun) => begun,
  begun: (d) =>
    object<Begun<'components'>>({
      scale: object<Begun<'components'>['scale']>({
        kernel: kernel(d),
        text: text(),
        lengthScale: scales(d),
        rule: text(),
      }),
      drawn: object<Begun<'components'>['drawn']>({
        map: map(d),
        title: text(),
        chosen: list(without(CHOSEN_PARAMETER, 'title')),
        notes: list(NOTE),
        ownKernel: optional(flag()),
      }),
    }),
  sums: ({ basis, coding }) =>
    object<ColumnMoments>({
      rows: count(),
      sum: sized(finites(), basis.pilot.length),
      squares: sized(finites(), basis.pilot.length ** 2),
      columns: sized(finites(), coding.transform.names.length),
    }),
  solved({ parameters, basis }, { rows }) {
    const m = basis.pilot.length;
    const l = componentsWanted(parameters, rows, m, 'features');
    return object<LeadingPairs>({
      values: sized(finites(), l),
      vectors: sized(finites(), m * l),
      solver: object<LeadingPairs['solver']>({
        kind: oneOf(['all', 'lanczos']),
        residual: finite(),
        iterations: count(),
      }),
    });
  },
  errors: ({ coding }) =>
    such(
      object<ScoreSums>({
        rows: count(),
        squares: sized(finites(), coding.transform.names.length),
        products: finites(),
        largest: finites(),
      }),
      ({ squares, products, largest }) => products.length === squares.length * largest.length,
    ),
  fits: ({ largest }, _, { solved }) => largest.length === solved.values.length,
};

const STORED: { readonly [K in Kind]: Stored<K> } = { ridge, components };

export const storedOf = ({ method }: Pick<RowsPlan, 'method'>) => STORED[SUMMED[method].kind] as Stored;
