import type { Differences } from './compareCsv';
import type { Predicted } from './javascriptCsv';

type Values = readonly (number | string | null)[];

/** The differences between an ONNX model's outputs and a module's predictions of the same rows. */
export function onnxDifferences(
  outputs: Readonly<Record<string, readonly unknown[]>>,
  rows: readonly Predicted[],
): Differences {
  const lists = (name: string) =>
    outputs[name]?.map((row) => (Array.isArray(row) ? row : [row])) as Values[] | undefined;
  const targets = rows.map((row) => row.targets ?? [row]);
  const quantiles = targets[0][0].quantiles;
  const wanted: Readonly<Record<string, Values[]>> = {
    predicted: targets.map((all) => all.flatMap((one) => one.quantiles ?? [one.predicted as number])),
    lower: targets.map((all) => all.map(({ lower }) => lower as number)),
    upper: targets.map((all) => all.map(({ upper }) => upper as number)),
    class: rows.map(({ predicted }) => [predicted ?? '']),
    probabilities: rows.map(({ probabilities = [] }) => probabilities.map(({ probability }) => probability)),
    set: rows.map(({ probabilities = [], set = [] }) => probabilities.map((one) => Number(set.includes(one.class)))),
    scores: rows.map(({ scores = [] }) => scores),
    error: rows.map(({ error }) => [error ?? Number.NaN]),
  };
  let [error, interval] = [0, 0];
  for (const name of Object.keys(outputs)) {
    const [found, expected] = [lists(name) ?? [], wanted[name]];
    if (name === 'class') {
      const at = expected.findIndex((row, i) => row[0] !== '' && row[0] !== found[i][0]);
      if (at >= 0) return { error, interval, other: `row ${at}: ${found[at]} ≠ ${expected[at]}` };
      continue;
    }
    const sizes = expected
      .flat()
      .map((value) => Math.abs(Number(value)))
      .filter(Number.isFinite);
    const size = Math.max(...sizes, Number.MIN_VALUE);
    expected.forEach((row, i) => {
      row.forEach((value, j) => {
        const other = found[i][j];
        if (value === null || Number.isNaN(value)) return;
        const difference = Math.abs(Number(value) - Number(other ?? Number.NaN)) / size;
        const worst = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
        if (name === 'lower' || name === 'upper') interval = Math.max(interval, worst);
        else error = Math.max(error, worst);
      });
    });
  }
  if (quantiles && 'lower' in outputs && quantiles.length > 1)
    return { error, interval, other: 'quantiles with intervals' };
  return { error, interval };
}
