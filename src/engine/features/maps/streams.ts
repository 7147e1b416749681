/** A seed for draws that go beside those of `seed` and must not repeat them: drawing more numbers of one does not shift the other's. */
export function besideSeed(seed: number): number {
  return (seed + 0x9e3779b9) % 2 ** 32;
}
