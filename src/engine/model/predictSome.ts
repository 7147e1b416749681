import type { PredictedSome, PredictionSpread, Predictions } from '../contract/rpc';
import { joinedPredictions, rowsBetween } from './joinedPredictions';
import { predictedCsv } from './predictedCsv';

/**
 * A summary of all predictions, and `rows` of them from row `from` on, counted from 0. Held block by block; `write`
 * gets the text of all rows as CSV as they come.
 */
export async function predictSome(
  blocks: AsyncIterable<Predictions>,
  { from, rows }: { readonly from: number; readonly rows: number },
  write?: (text: string) => Promise<void>,
): Promise<PredictedSome> {
  const tally = new Tally();
  const parts: Predictions[] = [];
  let at = 0;
  for await (const block of blocks) {
    if (write) for (const part of predictedCsv(block, { further: at > 0 })) await write(part);
    tally.add(block);
    const n = block.rows.length;
    const [first, end] = [from - at, from + rows - at].map((row) => Math.min(n, Math.max(0, row)));
    if (parts.length === 0 || end > first) parts.push(rowsBetween(block, n, first, end));
    at += n;
  }
  const filled = parts.filter((part) => part.rows.length > 0);
  const total = filled.reduce((sum, part) => sum + part.rows.length, 0);
  const shown = total === 0 ? parts[0] : await joinedPredictions(total, inTurn(filled));
  return { rows: at, shown, ...tally.result() };
}

async function* inTurn(parts: readonly Predictions[]): AsyncGenerator<Predictions> {
  yield* parts;
}

/** Counts and extremes over blocks. */
class Tally {
  private unpredicted = 0;
  private readonly spreads: { target: string; n: number; sum: number; least: number; greatest: number }[] = [];
  private levels: number[] | undefined;

  add({ outputs, classes, components }: Predictions): void {
    if (classes) {
      this.levels ??= new Array<number>(classes.levels.length).fill(0);
      for (const level of classes.predicted) {
        if (level < 0) this.unpredicted++;
        else this.levels[level]++;
      }
      return;
    }
    const values = components?.error ?? outputs[0]?.predicted ?? new Float64Array();
    for (const value of values) if (Number.isNaN(value)) this.unpredicted++;
    for (const [j, { target, predicted }] of outputs.entries()) {
      this.spreads[j] ??= { target, n: 0, sum: 0, least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY };
      const spread = this.spreads[j];
      for (const value of predicted) {
        if (!Number.isFinite(value)) continue;
        spread.n++;
        spread.sum += value;
        spread.least = Math.min(spread.least, value);
        spread.greatest = Math.max(spread.greatest, value);
      }
    }
  }

  result(): Pick<PredictedSome, 'unpredicted' | 'spreads' | 'levels'> {
    const spreads = this.spreads.map(
      ({ target, n, sum, least, greatest }): PredictionSpread =>
        n === 0 ? { target, mean: null, least: null, greatest: null } : { target, mean: sum / n, least, greatest },
    );
    return { unpredicted: this.unpredicted, spreads, ...(this.levels && { levels: this.levels }) };
  }
}
