import { inBlocks, type RunContext } from '../contract/context';

/** The number of values that are sorted at once: some milliseconds. */
const RUN = 2 ** 16;

/** The values in ascending order, a copy: runs are sorted at once and merged two by two, so that tens of millions can be cancelled. */
export function sortedValues(values: Float64Array, context: RunContext): Float64Array {
  const n = values.length;
  let sorted = values.slice();
  inBlocks(Math.ceil(n / RUN), context, RUN * 2, (from, to) => sorted.subarray(from * RUN, to * RUN).sort());
  let merged = new Float64Array(n > RUN ? n : 0);
  for (let run = RUN; run < n; run *= 2) {
    for (let from = 0; from < n; from += 2 * run) {
      mergeRuns(sorted, merged, [from, Math.min(n, from + run), Math.min(n, from + 2 * run)], context);
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

function mergeRuns(
  values: Float64Array,
  into: Float64Array,
  [first, second, end]: readonly [number, number, number],
  context: RunContext,
): void {
  let [i, j] = [first, second];
  inBlocks(end - first, context, 1, (from, to) => {
    for (let at = first + from; at < first + to; at++) {
      into[at] = j >= end || (i < second && values[i] <= values[j]) ? values[i++] : values[j++];
    }
  });
}
