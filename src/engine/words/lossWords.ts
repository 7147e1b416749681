import { NARROW } from './numbers';

/** An expected error against the lowest one, as the end of a sentence: "1.4 % above the lowest". */
export function lossWords(loss: number): string {
  return loss < 0.001 ? `within 0.1${NARROW}% of the lowest` : `${lossText(loss)} above the lowest`;
}

/** Two digits: "0.4 %", "12 %"; a dash where it was not measured. */
export function lossText(loss: number): string {
  if (Number.isNaN(loss)) return '–';
  const value = 100 * loss;
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)}${NARROW}%`;
}
