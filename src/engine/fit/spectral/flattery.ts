import type { Design, Folds, RowDivision } from '../../contract/data';
import type { Note } from '../../contract/note';
import { fileColumn } from '../../data/fileColumn';
import { divide } from '../../data/folds';
import { axisValue } from '../../filters/anyFilter';
import { foldErrors } from '../../spectrum/folds';
import { percent, plain } from '../../words/numbers';
import { counted } from '../../words/sentence';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';
import { meanOf } from './foldRefits';

/** The factor by which a higher RMSE is worth a decision, if chance does not explain it. */
const WORTH = 1.15;
const STANDARD_ERRORS = 2;

/** A way to divide the rows other than at random. */
interface Alternative {
  readonly code: 'split/flatters' | 'split/flatters-groups' | 'split/neighbours';
  readonly division: RowDivision;
  /** The warning, given the number of folds and how much larger the RMSE is ("38 % higher", "3.1 times as large"). */
  readonly text: (folds: number, higher: string) => string;
}

/**
 * Notes if random folds flatter the fit: compares fold errors of the first target, at the filter of the lowest error (chosen by the data, not the person)
 * and with the eigenbasis held, in runs of rows that follow each other and in entire groups, with those at random. One warning, of the largest difference,
 * if the root mean square error is 15 % higher or more and the logarithms of the folds' errors differ by two standard errors; none if the person has said
 * how rows are divided.
 */
export function flatteryNotes(
  design: Design,
  { family, settings, residual }: DecomposedProblem,
  { filter, metrics, paths }: Pick<OutputFit, 'filter' | 'metrics' | 'paths'>,
  session: FitSession,
): Note[] {
  if (design.division || settings.folds === 0 || !(metrics.cv > 0)) return [];
  const [axis] = family.axes;
  const along = paths.find((each) => each.axis === axis && each.cv.length > 0);
  const value = along ? along.values[along.least.cv] : axisValue(filter, axis);
  const path = { filter, axis, values: Float64Array.of(value) };
  const [{ weighted }] = session.problem.outputs;
  const errors = (folds: Folds) =>
    foldErrors(residual.basis, weighted, folds, path, session.linalg, session.silent()).byFold;
  const random = errors(foldsOf(session.problem, settings.folds, session.seed));
  const judged = alternatives(design).map(({ division, code, text }) => {
    const byFold = errors(divide(residual.basis.n, settings.folds, session.seed, { division }));
    const ratio = Math.sqrt(meanOf(byFold) / meanOf(random));
    const [mean, variance] = logarithms(byFold);
    const [mean0, variance0] = logarithms(random);
    const clear = mean - mean0 > STANDARD_ERRORS * Math.sqrt(variance + variance0);
    const higher = ratio < 2 ? `${percent(ratio - 1)} higher` : `${plain(ratio, 2)} times as large`;
    return { code, ratio: clear && Number.isFinite(ratio) ? ratio : 1, text: text(byFold.length, higher) };
  });
  const worst = judged.reduce((a, b) => (b.ratio > a.ratio ? b : a), { ratio: 1, code: '', text: '' });
  const severity = worst.code === 'split/neighbours' ? 'info' : 'warning';
  return worst.ratio < WORTH ? [] : [{ severity, code: worst.code, text: worst.text }];
}

/** Mean of the logarithms, and the variance of that mean. */
function logarithms(values: Float64Array): readonly [number, number] {
  const logs = values.map(Math.log);
  const mean = meanOf(logs);
  return [mean, meanOf(logs.map((v) => (v - mean) ** 2)) / Math.max(1, logs.length - 1)];
}

function alternatives({ train, transform, groups = [] }: Design): Alternative[] {
  const { rows: n } = train.x;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const ofGroups = groups.map(
    ({ column, unit }): Alternative => ({
      code: 'split/flatters-groups',
      division: { kind: 'together', unit },
      text: (folds, higher) =>
        `Rows of the same "${column}" are alike: with each in one of ${folds} folds the RMSE is ${higher}. If new rows come from others, set "${column}" as the column of groups.`,
    }),
  );
  const columns = fileColumn(transform);
  const at = columns.findIndex((c) => transform.inputs[c].kind === 'date');
  if (at >= 0) {
    const { column } = transform.inputs[columns[at]];
    const times = train.x.values.subarray(at * n, (at + 1) * n);
    order.sort((a, b) => times[a] - times[b] || a - b);
    const advice = `If the rows to predict come later, set the order to "${column}": the last rows are then held out.`;
    return [...ofGroups, blocks('split/flatters', order, `by "${column}"`, advice)];
  }
  // Without a time, the order of the file may be that of settings, batches or places, or arbitrary.
  const advice = 'New rows like none of these will be missed by as much.';
  return [...ofGroups, blocks('split/neighbours', order, 'in the file', advice)];
}

const blocks = (code: Alternative['code'], order: Uint32Array, where: string, advice: string): Alternative => ({
  code,
  division: { kind: 'blocks', order },
  text: (folds, higher) =>
    `Rows near each other ${where} are alike: in ${counted(folds, 'run')} of rows that follow each other the RMSE is ${higher}, beside folds at random. ${advice}`,
});
