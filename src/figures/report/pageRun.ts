import { pack } from '../../engine/contract/pack';
import { type AnyRun, isComponents, type RunResult, type TargetResult } from '../../engine/contract/run';

/** Bytes of the numbers that a report's sliders may need; in the file they take a third more. */
export const MOST_BYTES = 6e6;

/**
 * The numbers that redraw a run's figures at other values of its sliders, packed for a page: without the model's rows and
 * coefficients, the cells of the file and what belongs to other targets. Undefined where the run has no slider, or takes more than
 * `most` bytes even without the held-out rows following.
 */
export function pageRun(run: AnyRun, most = MOST_BYTES): Uint8Array<ArrayBuffer> | undefined {
  if (isComponents(run)) return undefined;
  const bare = bareRun(run);
  for (const tried of [bare, still(bare)]) {
    const bytes = pack(tried);
    if (bytes.length <= most) return bytes;
  }
  return undefined;
}

function bareRun(run: RunResult): RunResult {
  const { inspection, others, classes } = run;
  return {
    ...run,
    model: emptied(run.model),
    kernel: emptied(run.kernel),
    request: emptied(run.request),
    inspection: {
      ...inspection,
      preview: [],
      columns: inspection.columns.map(({ numeric: _, levels: __, ...column }) => ({ ...column, missingTokens: [] })),
    },
    // Classes are told apart by the outputs of all of them.
    others: classes ? others : emptied(others),
  };
}

/** Held-out rows then stay where they were fitted. */
function still(run: RunResult): RunResult {
  const without = <T extends TargetResult>(target: T): T => ({
    ...target,
    live: { ...target.live, holdout: undefined },
  });
  return { ...without(run), others: run.others.map(without) };
}

/** The same with every typed array empty, a file's bytes among them. */
function emptied<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return (value as unknown as Uint8Array).subarray(0, 0) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(emptied) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, emptied(one)])) as T;
}
