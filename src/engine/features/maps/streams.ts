/**
 * A seed for further draws that must not repeat those of `seed`: drawing more numbers from one does not shift the
 * other's.
 */
export function besideSeed(seed: number): number {
  return (seed + 0x9e3779b9) % 2 ** 32;
}
