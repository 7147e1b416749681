import { type FailureCode, KernelscopeError, toFailure } from '../../engine/contract/failure';
import type { Estimate } from '../../engine/contract/rpc';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { line } from '../brief/lines';

/** What takes how long, before a person agrees to it. */
export function effort({ rows, columns, range, bytes, verdict, message }: Estimate): string {
  if (verdict === 'refuse') return message;
  return `${durationRange(range)} and ${memorySize(bytes)} of memory for ${rows} training rows with ${columns} encoded columns`;
}

/** Failures whose sentences may quote cells, in words that do not. */
const WITHOUT_CELLS: Readonly<Partial<Record<FailureCode, string>>> = {
  'data/target-text':
    'The target holds text. Choose a column of numbers, or one with few different values to classify.',
  'data/not-finite':
    'A value of the file cannot be used: it is too large for a number. The log of Kernelscope quotes it.',
  'data/malformed': 'The file cannot be read as a table. The log of Kernelscope says why.',
};

/** An error for a language model: one line, without any text of a cell. Cancellations pass as they are. */
export function toolError(error: unknown): Error {
  const { code, message } = toFailure(error);
  if (code === 'run/cancelled' && error instanceof KernelscopeError) return error;
  return new Error(line(WITHOUT_CELLS[code] ?? message));
}
