import type { Callout } from '../../contract/callout';
import { type Design, type Folds, HELD_OUT_SHARE, type RowDivision } from '../../contract/data';
import { fileColumn } from '../../data/fileColumn';
import { divide } from '../../data/folds';
import { axisValue, filterAt } from '../../filters/anyFilter';
import { meanOf } from '../../statistics/mean';
import { median } from '../../statistics/robustScale';
import { alikeNeighbours } from '../../words/callouts';
import { percent, plain } from '../../words/numbers';
import { alikeGroups, sharedSettings } from '../../words/rareCallouts';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import { settingsIn } from '../sharedSettings';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';
import { residualsOfFolds } from './foldRefits';

/** The factor by which a higher RMSE is worth a decision, if chance does not explain it. */
const WORTH = 1.15;
const STANDARD_ERRORS = 2;

/** The smallest ratio of the typical miss at new settings to that at known ones that a callout reports. */
const WORTH_MISS = 1.5;

/** A way to divide the rows other than at random, and the callout about its effect. */
interface Alternative {
  readonly division: RowDivision;
  /** Given the number of folds and how much larger the error is ("the RMSE is 38 % higher", "the RMSE of the scores is 3.1 times as large"). */
  readonly callout: (folds: number, higher: string) => Callout;
}

/** Squared errors of folds at one filter, and the errors of the rows. */
interface FoldsJudged {
  readonly byFold: Float64Array;
  readonly misses: Float64Array;
}

/**
 * Callouts if random folds flatter the fit: errors of the first target, at the filter of the lowest error (chosen by
 * the data, not the person) and with the eigenbasis held fixed, in folds of entire settings, of entire groups and of
 * runs of consecutive rows are compared with those in random folds. Settings are reported if half of the rows of new
 * ones are missed by 1.5 times as much; otherwise the largest difference, if the root mean square error is 15 % higher
 * or more; both only if the logarithms of the folds' errors differ by two standard errors. None if the person has said
 * how rows are divided.
 */
export function flatteryCallouts(
  design: Design,
  decomposed: DecomposedProblem,
  { filter, metrics, paths }: Pick<OutputFit, 'filter' | 'metrics' | 'paths'>,
  session: FitSession,
): Callout[] {
  const { family, settings, residual } = decomposed;
  if (design.division || settings.folds === 0 || !(metrics.cv > 0)) return [];
  const [axis] = family.axes;
  const along = paths.find((each) => each.axis === axis && each.cv.length > 0);
  const value = along ? along.values[along.least.cv] : axisValue(filter, axis);
  const [{ y }] = session.problem.outputs;
  const { rootWeights } = session.problem;
  const errors = (folds: Folds): FoldsJudged => {
    const at = filterAt(filter, axis, value);
    const residuals = residualsOfFolds(decomposed, { output: 0, filter: at }, folds, session);
    const misses = residuals.map((r, i) => Math.abs(r) / (rootWeights ? rootWeights[i] : 1));
    const sums = new Float64Array(folds.count);
    const counts = new Uint32Array(folds.count);
    residuals.forEach((r, i) => {
      sums[folds.of[i]] += r * r;
      counts[folds.of[i]]++;
    });
    return { byFold: sums.map((sum, f) => sum / counts[f]), misses };
  };
  const random = errors(foldsOf(session.problem, settings.folds, session.seed));
  const judge = (division: RowDivision) => {
    const judged = errors(divide(residual.basis.n, settings.folds, session.seed, { division }));
    const ratio = Math.sqrt(meanOf(judged.byFold) / meanOf(random.byFold));
    const [mean, variance] = logarithms(judged.byFold);
    const [mean0, variance0] = logarithms(random.byFold);
    const clear = mean - mean0 > STANDARD_ERRORS * Math.sqrt(variance + variance0);
    return { ...judged, ratio: clear && Number.isFinite(ratio) ? ratio : 1 };
  };
  const shared = design.classes ? undefined : settingsIn(design, session.silent());
  const apart = shared && judge({ kind: 'together', unit: shared.unit });
  const [far, near] = [apart, random].map((judged) => (judged ? median(judged.misses) : 0));
  if (shared && apart && apart.ratio > 1 && far >= WORTH_MISS * near) {
    return [
      sharedSettings(
        shared.columns,
        { rows: y.length, settings: shared.settings },
        { apart: plain(far, 2), random: plain(near, 2) },
      ),
    ];
  }
  const others = alternatives(design).map(({ division, callout }) => {
    const { ratio, byFold } = judge(division);
    const higher = ratio < 2 ? `${percent(ratio - 1)} higher` : `${plain(ratio, 2)} times as large`;
    const what = design.classes ? 'the RMSE of the scores' : 'the RMSE';
    return { ratio, callout: () => callout(byFold.length, `${what} is ${higher}`) };
  });
  const [worst] = others.sort((a, b) => b.ratio - a.ratio);
  return worst.ratio < WORTH ? [] : [worst.callout()];
}

/** Mean of the logarithms, and the variance of that mean. */
function logarithms(values: Float64Array): readonly [number, number] {
  const logs = values.map(Math.log);
  const mean = meanOf(logs);
  return [mean, meanOf(logs.map((v) => (v - mean) ** 2)) / Math.max(1, logs.length - 1)];
}

function alternatives({ train, transform, holdout, groups = [] }: Design): Alternative[] {
  const { rows: n } = train.x;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const ofGroups = groups.map(
    ({ column, unit }): Alternative => ({
      division: { kind: 'together', unit },
      callout: (folds, higher) => alikeGroups(column, folds, higher),
    }),
  );
  const columns = fileColumn(transform);
  const at = columns.findIndex((c) => transform.inputs[c].kind === 'date');
  const by = at < 0 ? undefined : transform.inputs[columns[at]].column;
  if (by !== undefined) {
    const times = train.x.values.subarray(at * n, (at + 1) * n);
    order.sort((a, b) => times[a] - times[b] || a - b);
  }
  // Without a time, the order of the file may be that of settings, batches or places, or arbitrary.
  const share = holdout ? holdout.rows.length / (n + holdout.rows.length) : HELD_OUT_SHARE;
  const callout = (folds: number, higher: string) => alikeNeighbours(by, folds, higher, Math.round(100 * share) / 100);
  return [...ofGroups, { division: { kind: 'blocks', order }, callout }];
}
