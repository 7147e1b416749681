import { type FeatureMap, featureCount, type KernelSpec } from '../contract/kernel';
import { NOTE } from '../contract/note';
import { CHOSEN_PARAMETER } from '../contract/parameters';
import * as s from '../contract/schema';
import { SPECTRUM_DATA } from '../contract/spectrum.schema';
import { componentsWanted } from '../fit/components/componentsKernel';
import type { LeadingPairs } from '../fit/components/leadingPairs';
import type { ScoreSums } from '../fit/components/scoreRows';
import { lambdasTried } from '../fit/features/choose';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import { isKernel, isWholeMap } from '../model/storedKernel';
import { SUMMED } from '../parts/families';
import type { Begun, ColumnMoments, Kind, Kinds, RowsPlan, Solution } from '../parts/family';
import type { RowErrors } from '../parts/rowErrors';
import type { RowSums } from '../parts/rowSums';

/** The schemas of a family's values in files, with lengths from the plan or from the totals of all sums. */
interface Stored<K extends Kind = Kind> {
  /** The stored members of the findings on the sample. */
  stored(begun: Begun<K>): Begun<K>;
  /** The schema for a sample of d encoded columns. */
  begun(d: number): s.Schema<Begun<K>>;
  sums(plan: RowsPlan<K>): s.Schema<Kinds[K]['sums']>;
  solved(plan: RowsPlan<K>, totals: Kinds[K]['totals']): s.Schema<Kinds[K]['solved']>;
  errors(plan: RowsPlan<K>): s.Schema<Kinds[K]['errors']>;
  /** True if the errors have the lengths that this solution implies. */
  fits(errors: Kinds[K]['errors'], plan: RowsPlan<K>, solution: Solution<K>): boolean;
}

/** A kernel of d columns. */
const kernel = (d: number): s.Schema<KernelSpec> => s.byHand({ type: 'object' }, (value) => isKernel(value, d));
/** A map of d columns. */
const map = (d: number): s.Schema<FeatureMap> =>
  s.byHand({ type: 'object' }, (value) => isWholeMap(value, d, isKernel));
/** One length scale, or one for each of d columns. */
const scales = (d: number) => s.such(s.list(s.positive()), ({ length }) => length === 1 || length === d);

const ridge: Stored<'ridge'> = {
  stored({ scale: { search: _search, ...scale }, drawn: { points: _points, ...drawn }, iterates }) {
    return { scale, drawn, iterates };
  },
  begun: (d) =>
    s.object<Begun<'ridge'>>({
      scale: s.object<Begun<'ridge'>['scale']>({
        kernel: kernel(d),
        usesKernel: s.flag(),
        searched: s.optional(s.natural()),
        lengthScale: scales(d),
        rule: s.text(),
        search: s.absent,
        atEdge: s.flag(),
      }),
      drawn: s.object<Begun<'ridge'>['drawn']>({
        map: map(d),
        title: s.text(),
        drawn: s.oneOf(['features', 'leverageFeatures', 'landmarks', 'leverageLandmarks']),
        key: s.text(),
        points: s.absent,
        sampling: s.optional(
          s.object<NonNullable<Begun<'ridge'>['drawn']['sampling']>>({
            pilot: s.natural(),
            lambda: s.finite(),
            effective: s.finite(),
          }),
        ),
        chosen: s.list(CHOSEN_PARAMETER),
        notes: s.list(NOTE),
      }),
      iterates: s.such(s.flag(), (iterates) => !iterates),
    }),
  sums({ basis }) {
    const m = featureCount(basis.map);
    return s.such(
      s.object<RowSums>({
        rows: s.natural(),
        weight: s.finite(),
        squares: s.sized(s.finites(), m * m),
        products: s.finites(),
        beside: s.finites(),
        moments: s.sized(s.finites(), 2 * basis.centres.length),
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
    return s.such(
      s.object<FeatureSpectrum>({
        count: s.such(s.natural(), (found) => found === m),
        vectors: s.finites(),
        free: s.sized(s.finites(), m * unpenalised),
        spectra: s.sized(s.list(SPECTRUM_DATA), along.length),
        trace: s.finite(),
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
    s.such(
      s.object<RowErrors>({ rows: s.natural(), squares: s.sized(s.list(s.reals()), basis.centres.length) }),
      ({ squares }) => squares.every(({ length }) => length === squares[0].length),
    ),
  fits({ squares }, { basis }, { solved }) {
    const lambdas = lambdasTried(solved, basis.settings).length;
    return squares.every(({ length }) => length === lambdas);
  },
};

const components: Stored<'components'> = {
  stored: (begun) => begun,
  begun: (d) =>
    s.object<Begun<'components'>>({
      scale: s.object<Begun<'components'>['scale']>({
        kernel: kernel(d),
        text: s.text(),
        lengthScale: scales(d),
        rule: s.text(),
      }),
      drawn: s.object<Begun<'components'>['drawn']>({
        map: map(d),
        title: s.text(),
        chosen: s.list(s.without(CHOSEN_PARAMETER, 'title')),
        notes: s.list(NOTE),
        ownKernel: s.optional(s.flag()),
      }),
    }),
  sums: ({ basis, coding }) =>
    s.object<ColumnMoments>({
      rows: s.natural(),
      sum: s.sized(s.finites(), basis.pilot.length),
      squares: s.sized(s.finites(), basis.pilot.length ** 2),
      columns: s.sized(s.finites(), coding.transform.names.length),
    }),
  solved({ parameters, basis }, { rows }) {
    const m = basis.pilot.length;
    const l = componentsWanted(parameters, rows, m, 'features');
    return s.object<LeadingPairs>({
      values: s.sized(s.finites(), l),
      vectors: s.sized(s.finites(), m * l),
      solver: s.object<LeadingPairs['solver']>({
        kind: s.oneOf(['all', 'lanczos']),
        residual: s.finite(),
        iterations: s.natural(),
      }),
    });
  },
  errors: ({ coding }) =>
    s.such(
      s.object<ScoreSums>({
        rows: s.natural(),
        squares: s.sized(s.finites(), coding.transform.names.length),
        products: s.finites(),
        largest: s.finites(),
      }),
      ({ squares, products, largest }) => products.length === squares.length * largest.length,
    ),
  fits: ({ largest }, _, { solved }) => largest.length === solved.values.length,
};

const STORED: { readonly [K in Kind]: Stored<K> } = { ridge, components };

export const storedOf = ({ method }: Pick<RowsPlan, 'method'>) => STORED[SUMMED[method].kind] as Stored;
