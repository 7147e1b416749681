import { silently } from '../contract/context';
import { filterAt } from '../filters/anyFilter';
import { lambdasTried } from '../fit/features/choose';
import { featureLeftOut } from '../fit/features/featureLeftOut';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import { orthonormal } from '../fit/features/rowParts';
import type { WholeRows } from '../fit/features/rowSource';
import type { Settings } from '../fit/settings';
import type { Computing } from '../linalg/linalg';
import { weightedFeatures } from '../spectrum/weighted';
import type { CodedRows, RowBasis } from './rowSums';

/** The fit along lambda, for leaving rows out of it. */
export interface LeftOutFit extends RowBasis {
  readonly spectrum: FeatureSpectrum;
  readonly facts: WholeRows['facts'];
  readonly unpenalised: WholeRows['unpenalised'];
  /** Mean weight of all training rows. */
  readonly meanWeight: number;
}

/** Sums of squared leave-one-out residuals, by output and lambda; added up, they are those of all rows. */
export interface RowErrors {
  readonly rows: number;
  /** One array for each output, as long as `lambdasTried`. */
  readonly squares: readonly Float64Array[];
}

export function errorsOfRows(
  { map, blocks, spectrum, facts, unpenalised, meanWeight }: LeftOutFit,
  settings: Settings,
  { x, outputs, weights }: CodedRows,
  context: Computing,
): RowErrors {
  const rootWeights = weights?.map((w) => Math.sqrt(w / meanWeight));
  const weighted = { x, rootWeights };
  const free = weightedFeatures(blocks, weighted, silently(context));
  const values = orthonormal(free?.values ?? new Float64Array(0), x.rows, unpenalised, context);
  const [{ mu }] = spectrum.spectra;
  const { k = 0, r = mu.length } = settings.filter;
  const filters = Array.from(lambdasTried(spectrum, settings), (lambda) =>
    filterAt({ kind: 'zones', lambda, k, r }, 'lambda', lambda),
  );
  const { errors } = featureLeftOut(
    {
      features: { map, ...weighted, rows: Uint32Array.from({ length: x.rows }, (_, i) => i) },
      spectrum,
      free: { rows: x.rows, columns: unpenalised.p, values },
      targets: outputs.map((y) => (rootWeights ? y.map((v, i) => v * rootWeights[i]) : y)),
      along: facts.along,
    },
    filters,
    context,
  );
  return { rows: x.rows, squares: errors.map((means) => means.map((v) => v * x.rows)) };
}

export function addErrors(a: RowErrors, b: RowErrors): RowErrors {
  return {
    rows: a.rows + b.rows,
    squares: a.squares.map((squares, t) => squares.map((v, l) => v + b.squares[t][l])),
  };
}

/** Mean squares along lambda, by output. */
export const meanErrors = ({ rows, squares }: RowErrors): Float64Array[] =>
  squares.map((sums) => sums.map((v) => v / rows));
