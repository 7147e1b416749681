import type { Predictions } from '../contract/rpc';

/** Columns row, predicted, lower, upper and, where the file holds the target, observed. Empty where there is no value. */
export function predictionsCsv({ rows, predicted, lower, upper, observed }: Predictions): string {
  const columns: readonly ArrayLike<number>[] = observed
    ? [rows, predicted, lower, upper, observed]
    : [rows, predicted, lower, upper];
  const head = observed ? 'row,predicted,lower,upper,observed' : 'row,predicted,lower,upper';
  const lines = [head];
  for (let i = 0; i < rows.length; i++)
    lines.push(columns.map((c) => (Number.isFinite(c[i]) ? String(c[i]) : '')).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
