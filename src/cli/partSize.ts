import type { PartSize } from '../engine/contract/cluster';
import { UsageError } from './usage';

const UNITS: Readonly<Record<string, number>> = { '': 1, kb: 1e3, mb: 1e6, gb: 1e9 };
/** Bytes; with less, rows that are read together would be separated. */
const LEAST_PART = 64_000;

/** The size in a text: "256MB" and the like, a number alone in bytes, or "file". */
export function partSizeOf(text: string): PartSize {
  const trimmed = text.trim();
  if (trimmed === 'file') return trimmed;
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*(kB|MB|GB)?$/i.exec(trimmed) ?? [];
  const bytes = Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (Number.isSafeInteger(bytes) && bytes >= LEAST_PART) return bytes;
  throw new UsageError(`--part-size is at least 64kB, such as 256MB, or file, not '${text}'.`);
}
