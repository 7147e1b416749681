// Elementwise functions over a range of an array.

import { ElementaryId } from './functionIds';
import { cos, sin } from './elementaryAngles';
import { exp } from './elementaryExp';
import { erf, tanh } from './elementarySigmoids';
import { fma } from './fma';

/** values[i] ← f(scale·values[i] + shift), from ≤ i < to; f is an ElementaryId, `values` the array's first byte. */
export function mapRange(f: i32, values: usize, from: i32, to: i32, scale: f64, shift: f64): void {
  const first = values + (<usize>from << 3);
  const length = to - from;
  switch (f) {
    case ElementaryId.Exp: return sweep<Exp>(first, length, scale, shift);
    case ElementaryId.Sin: return sweep<Sin>(first, length, scale, shift);
    case ElementaryId.Cos: return sweep<Cos>(first, length, scale, shift);
    case ElementaryId.Tanh: return sweep<Tanh>(first, length, scale, shift);
    case ElementaryId.Erf: return sweep<Erf>(first, length, scale, shift);
    case ElementaryId.Sqrt: return sweep<Sqrt>(first, length, scale, shift);
    default: unreachable();
  }
}

/** Compiled once per function; `F` has no state, and its instance no address. */
function sweep<F>(first: usize, length: i32, scale: f64, shift: f64): void {
  const f = changetype<F>(<usize>0);
  const a = f64x2.splat(scale);
  const b = f64x2.splat(shift);
  const pairs = first + (<usize>(length & ~1) << 3);
  let at = first;
  for (; at < pairs; at += 16) v128.store(at, f.of(fma(a, v128.load(at), b)));
  if (length & 1) v128.store_lane<f64>(at, f.of(fma(a, v128.load_zero<f64>(at), b)), 0);
}

@unmanaged class Exp { @inline of(x: v128): v128 { return exp(x); } }
@unmanaged class Sin { @inline of(x: v128): v128 { return sin(x); } }
@unmanaged class Cos { @inline of(x: v128): v128 { return cos(x); } }
@unmanaged class Tanh { @inline of(x: v128): v128 { return tanh(x); } }
@unmanaged class Erf { @inline of(x: v128): v128 { return erf(x); } }
@unmanaged class Sqrt { @inline of(x: v128): v128 { return f64x2.sqrt(x); } }
