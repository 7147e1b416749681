import type { Predictions } from '../contract/rpc';
import { keptCsv } from './keptCsv';
import { type CsvBlock, predictionsCsv } from './predictionsCsv';
import { scoresCsv } from './scoresCsv';

/** Predictions as CSV: scores of components, the columns of the file with predictions behind them where they are there, or predictions alone. */
export function predictedCsv(predictions: Predictions, block: CsvBlock = {}): Iterable<string> {
  const { rows, components } = predictions;
  if (components) return scoresCsv({ rows, components }, block);
  return keptCsv(predictions, block) ?? predictionsCsv(predictions, block);
}
