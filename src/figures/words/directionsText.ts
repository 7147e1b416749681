import { count, plain } from '../../engine/words/numbers';

/** Whole numbers once there are ten: 443, 9.6, 0.021. */
export function directionsText(value: number): string {
  return value >= 10 ? count(value) : plain(value, 2);
}
