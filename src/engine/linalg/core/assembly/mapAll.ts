import { JOB_MAP } from './jobIds';
import { mapRange } from './map';
import { ARGUMENTS, checkpoint, claim, fork, stopped } from './pool';

const PIECE: i32 = 16_384;

@unmanaged
class MapAll {
  values: usize;
  count: i32;
  f: i32;
  scale: f64;
  shift: f64;
}

/** values[i] ← f(scale·values[i] + shift) for all `count` of them; f as in mapRange. */
export function mapAll(f: i32, values: usize, count: i32, scale: f64, shift: f64): void {
  const s = changetype<MapAll>(ARGUMENTS);
  s.values = values;
  s.count = count;
  s.f = f;
  s.scale = scale;
  s.shift = shift;
  fork(JOB_MAP, (count + PIECE - 1) / PIECE);
}

export function mapJob(thread: i32): void {
  const s = changetype<MapAll>(ARGUMENTS);
  for (;;) {
    const from = claim() * PIECE;
    if (from >= s.count || stopped()) return;
    checkpoint(thread);
    mapRange(s.f, s.values, from, min(from + PIECE, s.count), s.scale, s.shift);
  }
}
