import { fitChoices, readOptions } from '../../choices/readArguments';
import type { Inspection } from '../../engine/contract/data';
import { toFailure } from '../../engine/contract/failure';
import type { Comparison, Predictions } from '../../engine/contract/rpc';
import { isDamaged, type StoredRun, type RunSummary as StoredSummary, summariseRun } from '../runs/summary';
import type { Services } from '../services';
import type {
  ComparedKernels,
  Explanation,
  FitResult,
  InspectedFile,
  KernelscopeApi,
  KernelscopeFailure,
  PredictedRows,
  RunSummary,
} from './kernelscope';
import { compareQuietly, explainQuietly, fitQuietly, inspectQuietly, predictQuietly, storedRun } from './operations';
import { signalOf } from './signal';

/** What other extensions get for the version they ask for. Throws for an unknown one. */
export function apiOf(services: Services, version: number): KernelscopeApi {
  if (version !== 1) throw new Error(`Kernelscope has no version ${version} of its API: ask for version 1.`);
  return {
    version,
    inspect: (file, read = {}, token) =>
      answered(async () => {
        return inspected(await inspectQuietly(services, file, readOptions(read), signalOf(token)));
      }),
    fit: (file, request, token) =>
      answered(async () => fitResult(await fitQuietly(services, file, fitChoices(request), signalOf(token)))),
    compare: (file, request, token) =>
      answered(async () => compared(await compareQuietly(services, file, fitChoices(request), signalOf(token)))),
    runs: () =>
      answered(async () =>
        (await services.store.list()).flatMap((entry) => (isDamaged(entry) ? [] : [summary(entry)])),
      ),
    predict: (runId, file, token) =>
      answered(async () => predicted(await predictQuietly(services, runId, file, signalOf(token)))),
    explain: (runId, token) => answered(() => explanation(services, runId, signalOf(token))),
    open: (runId) =>
      answered(async () => void services.panels.show(await services.store.load(runId), { since: performance.now() })),
  };
}

/** A failure as an error that has its code, for code that knows nothing of ours. */
async function answered<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    const { code, message } = toFailure(error);
    const failure: KernelscopeFailure = Object.assign(new Error(message), { code });
    throw failure;
  }
}

function inspected({ file, rows, columns, notes, defaultTarget }: Inspection): InspectedFile {
  return {
    file: file.name,
    rows,
    columns: columns.map(({ name, kind, missing, distinct, numeric, usable, reason }) => ({
      name,
      kind,
      missing,
      distinct,
      ...(numeric && { range: [numeric.min, numeric.max] as const }),
      usable,
      reason,
    })),
    ...(defaultTarget !== undefined && { proposedTarget: columns[defaultTarget].name }),
    warnings: notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text),
  };
}

function summary({
  id,
  created,
  file,
  origin,
  target,
  method,
  kernel,
  rows,
  features,
  ...quality
}: StoredSummary): RunSummary {
  const { r2, rmse, accuracy } = quality;
  return {
    id,
    created: new Date(created).toISOString(),
    file,
    origin,
    target,
    method,
    kernel,
    rows,
    features,
    ...(r2 !== undefined && { r2 }),
    ...(rmse !== undefined && { rmse }),
    ...(accuracy !== undefined && { accuracy }),
  };
}

async function fitResult(run: StoredRun): Promise<FitResult> {
  const { runBrief } = await import('../../brief/runBrief');
  const { verdict, numbers, warnings, nextSteps } = runBrief(run);
  return {
    ...summary(summariseRun(run)),
    verdict,
    numbers,
    warnings,
    nextSteps: nextSteps.map(({ text }) => text),
  };
}

async function compared({ race, candidates }: Comparison): Promise<ComparedKernels> {
  const { raceError, raceVerdict } = await import('../../brief/raceBrief');
  return {
    target: race.target,
    verdict: raceVerdict(race),
    error: raceError(race),
    folds: race.folds,
    rows: race.rows,
    candidates: race.lanes.map(({ id, title, baseline, error, difference }) => {
      const parameters = candidates.find((candidate) => candidate.id === id)?.parameters;
      return {
        id,
        title,
        baseline,
        chosen: id === race.chosen,
        ...(error && { error: { value: error.value, interval: error.interval } }),
        ...(difference && {
          difference: { value: difference.value, interval: difference.interval, verdict: difference.verdict },
        }),
        ...(parameters && { parameters }),
      };
    }),
  };
}

function predicted({ rows, outputs, classes, components }: Predictions): PredictedRows {
  return {
    rows,
    outputs: outputs.map(({ target, predicted: values, lower, upper }) => ({
      target,
      predicted: values,
      lower,
      upper,
    })),
    ...(classes && {
      classes: {
        column: classes.column,
        levels: classes.levels,
        predicted: classes.predicted,
        ...(classes.probabilities && { probabilities: classes.probabilities }),
      },
    }),
    ...(components && { scores: { count: components.count, values: components.scores } }),
  };
}

async function explanation(services: Services, id: string, signal: AbortSignal): Promise<Explanation> {
  const run = await storedRun(services, id);
  const { importance, ...measured } = await explainQuietly(services, run, signal);
  const { explained } = await import('../../brief/explainBrief');
  return {
    ...explained(run, { importance, ...measured }),
    columns: importance?.columns.map(({ column, rise, interval }) => ({ column, rise, interval })) ?? [],
  };
}
