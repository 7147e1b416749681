import { csvCell } from '../../src/engine/contract/csvCell';
import { cellsOf } from './compareCsv';

export interface Predicted {
  readonly predicted?: number | string | null;
  readonly lower?: number;
  readonly upper?: number;
  readonly quantiles?: readonly number[];
  readonly targets?: readonly Predicted[];
  readonly probabilities?: readonly { readonly class: string; readonly probability: number }[];
  readonly set?: readonly string[];
  readonly scores?: readonly number[];
  readonly error?: number;
}

/**
 * The predictions of a module, under the columns that `kernelscope predict` wrote; the file's own values are taken from
 * there.
 */
export function javascriptCsv(expected: string, rows: readonly Predicted[]): string {
  const [head, ...lines] = cellsOf(expected);
  const written = rows.map((row, i) => {
    const values = valuesOf(row);
    // A module predicts logarithms, as its description says; `kernelscope predict` adds their numbers in the file.
    if (head[1].startsWith('predicted_ln(')) values.push(...values.map((v) => (v === null ? v : Math.exp(Number(v)))));
    const given = (j: number) => j === 0 || head[j].startsWith('observed');
    return lines[i]
      .map((cell, j) =>
        csvCell(
          given(j) ? (cell !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell) : (values.shift() ?? ''),
        ),
      )
      .join(',');
  });
  return [head.map(csvCell).join(','), ...written, ''].join('\r\n');
}

function valuesOf({
  predicted,
  lower,
  upper,
  quantiles,
  targets,
  probabilities,
  set,
  scores,
  error,
}: Predicted): (number | string | null)[] {
  if (targets) return targets.flatMap(valuesOf);
  if (predicted === undefined) return [...(scores ?? []), error ?? Number.NaN];
  if (scores) {
    const level = (text: string) => (String(Number(text)) === text ? Number(text) : text);
    const named = (all: readonly string[]) =>
      all.length === 1 ? level(all[0]) : all.map((text) => text.replace(/[\\|]/g, '\\$&')).join('|');
    return [
      typeof predicted === 'string' ? level(predicted) : predicted,
      ...(probabilities ?? []).map(({ probability }) => probability),
      ...(set ? [named(set)] : []),
      ...scores,
    ];
  }
  return [predicted, ...(quantiles ?? [lower ?? Number.NaN, upper ?? Number.NaN])];
}
