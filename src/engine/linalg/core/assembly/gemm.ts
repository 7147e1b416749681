// Matrix products by packed panels (Goto & van de Geijn 2008, "Anatomy of high-performance matrix multiplication"): panels of A
// and B are copied into the order in which the micro-kernel reads them, so that it runs from cache with no strides.

import { ARGUMENTS, checkpoint, claim, fork, scratchOf, stopped, threads } from './pool';
import { fma } from './fma';
import { JOB_PRODUCT } from './jobIds';

/** The micro-tile: 4 rows by 4 columns, eight registers of sums. 4×6 is faster on newer engines, but half as fast on older. */
export const MR: i32 = 4;
export const NR: i32 = 4;
/** Depth, rows and columns of the packed panels: A's panel (196 kB) stays in the second-level cache, B's (3 MB) in the third. */
const KC: i32 = 256;
const MC: i32 = 96;
const NC: i32 = 1536;

/** Bytes of scratch a thread needs for its panels and a spilled tile. */
export const PRODUCT_SCRATCH: usize = (<usize>(MC * KC + KC * NC + 256)) << 3;

/** Products below this many multiplications are not worth waking anyone. */
const ALONE: f64 = 250_000;

/** Parts of C that are computed. */
export const FULL: i32 = 0;
export const LOWER: i32 = 1;

/** C ← alpha·A·B + beta·C with strides: A(i, l) at a + i·rowA + l·columnA, B(l, j) likewise; strides in entries. */
@unmanaged
class Product {
  a: usize;
  b: usize;
  c: usize;
  m: i32;
  n: i32;
  k: i32;
  rowA: i32;
  columnA: i32;
  rowB: i32;
  columnB: i32;
  leadC: i32;
  part: i32;
  pieces: i32;
  byRows: i32;
  alpha: f64;
  beta: f64;
}

/** See Product. Where `part` is LOWER, only entries on and below the diagonal of C are touched. */
export function product(
  m: i32, n: i32, k: i32,
  alpha: f64, a: usize, rowA: i32, columnA: i32,
  b: usize, rowB: i32, columnB: i32,
  beta: f64, c: usize, leadC: i32, part: i32,
): void {
  if (m <= 0 || n <= 0) return;
  const work = <f64>m * <f64>n * <f64>(k > 0 ? k : 1);
  const alone = work < ALONE || threads() == 1;
  if (alone) {
    productRange(k, alpha, a, rowA, columnA, b, rowB, columnB, beta, c, leadC, part, 0, m, 0, n, 0);
    return;
  }
  const p = changetype<Product>(ARGUMENTS);
  p.m = m; p.n = n; p.k = k;
  p.alpha = alpha; p.a = a; p.rowA = rowA; p.columnA = columnA;
  p.b = b; p.rowB = rowB; p.columnB = columnB;
  p.beta = beta; p.c = c; p.leadC = leadC; p.part = part;
  p.byRows = <i32>(part == FULL && m > n);
  const length = p.byRows ? m : n;
  // Every piece packs the other operand again, so there are few pieces; those of a triangle come largest first.
  p.pieces = max(1, min(threads() * 4, length / (part == FULL ? 96 : 48)));
  fork(JOB_PRODUCT, p.pieces);
}

/** Pieces are ranges of columns (or rows), cut at multiples of 12 so that the micro-tiles are the same whatever the cut. */
export function productJob(thread: i32): void {
  const p = changetype<Product>(ARGUMENTS);
  const length = p.byRows ? p.m : p.n;
  for (;;) {
    const piece = claim();
    if (piece >= p.pieces || stopped()) return;
    const from = cut(length, piece, p.pieces);
    const to = cut(length, piece + 1, p.pieces);
    if (p.byRows) {
      productRange(p.k, p.alpha, p.a, p.rowA, p.columnA, p.b, p.rowB, p.columnB, p.beta, p.c, p.leadC, p.part, from, to, 0, p.n, thread);
    } else {
      productRange(p.k, p.alpha, p.a, p.rowA, p.columnA, p.b, p.rowB, p.columnB, p.beta, p.c, p.leadC, p.part, 0, p.m, from, to, thread);
    }
  }
}

/** Where piece `piece` of `pieces` begins in 0…length. */
@inline
export function cut(length: i32, piece: i32, pieces: i32): i32 {
  if (piece == pieces) return length;
  const at = <i32>((<i64>length * piece) / pieces);
  return at - (at % 12);
}

/** The part of the product in rows [i0, i1) and columns [j0, j1), on one thread, panels in its scratch. */
export function productRange(
  k: i32,
  alpha: f64, a: usize, rowA: i32, columnA: i32,
  b: usize, rowB: i32, columnB: i32,
  beta: f64, c: usize, leadC: i32, part: i32,
  i0: i32, i1: i32, j0: i32, j1: i32, thread: i32,
): void {
  if (i0 >= i1 || j0 >= j1) return;
  if (beta != 1) scale(c, leadC, i0, i1, j0, j1, beta, part);
  if (alpha == 0) return;
  const panelA = scratchOf(thread);
  const panelB = panelA + (<usize>(MC * KC) << 3);
  const spill = panelB + (<usize>(KC * NC) << 3);
  for (let jc = j0; jc < j1; jc += NC) {
    const nc = min(NC, j1 - jc);
    const first = part == LOWER ? max(i0, jc - (jc % MR)) : i0;
    if (first >= i1) continue;
    for (let pc = 0; pc < k; pc += KC) {
      const kc = min(KC, k - pc);
      packB(kc, nc, at(b, pc, jc, rowB, columnB), rowB, columnB, panelB);
      for (let ic = first; ic < i1; ic += MC) {
        const mc = min(MC, i1 - ic);
        checkpoint(thread);
        if (stopped()) return;
        packA(mc, kc, at(a, ic, pc, rowA, columnA), rowA, columnA, panelA);
        tiles(mc, nc, kc, alpha, panelA, panelB, spill, c, leadC, ic, jc, part);
      }
    }
  }
}

/** All micro-tiles of one packed panel pair; `ic`, `jc`: where the panels lie in C. */
function tiles(mc: i32, nc: i32, kc: i32, alpha: f64, panelA: usize, panelB: usize, spill: usize, c: usize, leadC: i32, ic: i32, jc: i32, part: i32): void {
  for (let jr = 0; jr < nc; jr += NR) {
    const j = jc + jr;
    const columns = min(NR, nc - jr);
    const stripB = panelB + (<usize>(jr * kc) << 3);
    for (let ir = 0; ir < mc; ir += MR) {
      const i = ic + ir;
      const rows = min(MR, mc - ir);
      if (part == LOWER && i + rows - 1 < j) continue;
      const target = c + ((<usize>i + <usize>j * <usize>leadC) << 3);
      const stripA = panelA + (<usize>(ir * kc) << 3);
      const onDiagonal = part == LOWER && i < j + columns - 1;
      if (rows == MR && columns == NR && !onDiagonal) {
        microTile(kc, alpha, stripA, stripB, target, <usize>leadC << 3);
      } else {
        // Added to the values there as in a complete tile, so that an entry does not depend on how many are computed
        // with it.
        copyTile(target, <usize>leadC << 3, spill, <usize>MR << 3, rows, columns, onDiagonal ? j - i : -MR);
        microTile(kc, alpha, stripA, stripB, spill, <usize>MR << 3);
        copyTile(spill, <usize>MR << 3, target, <usize>leadC << 3, rows, columns, onDiagonal ? j - i : -MR);
      }
    }
  }
}

/** The entries of a tile from row `first` + q of column q on, columns `lead` and `leadTo` bytes apart. */
function copyTile(from: usize, lead: usize, to: usize, leadTo: usize, rows: i32, columns: i32, first: i32): void {
  for (let q = 0; q < columns; q++, from += lead, to += leadTo) {
    for (let r = max(0, first + q); r < rows; r++) store<f64>(to + (<usize>r << 3), load<f64>(from + (<usize>r << 3)));
  }
}

/** C (4×4, columns `lead` bytes apart) += alpha·strip of A·strip of B, both packed, kc deep. */
function microTile(kc: i32, alpha: f64, a: usize, b: usize, c: usize, lead: usize): void {
  let c00 = f64x2.splat(0), c10 = c00, c01 = c00, c11 = c00, c02 = c00, c12 = c00, c03 = c00, c13 = c00;
  for (const end = a + (<usize>kc << 5); a < end; a += 32, b += 32) {
    const a0 = v128.load(a);
    const a1 = v128.load(a, 16);
    let s = v128.load_splat<f64>(b);
    c00 = fma(a0, s, c00);
    c10 = fma(a1, s, c10);
    s = v128.load_splat<f64>(b, 8);
    c01 = fma(a0, s, c01);
    c11 = fma(a1, s, c11);
    s = v128.load_splat<f64>(b, 16);
    c02 = fma(a0, s, c02);
    c12 = fma(a1, s, c12);
    s = v128.load_splat<f64>(b, 24);
    c03 = fma(a0, s, c03);
    c13 = fma(a1, s, c13);
  }
  const by = f64x2.splat(alpha);
  addColumn(c, by, c00, c10);
  addColumn(c + lead, by, c01, c11);
  addColumn(c + 2 * lead, by, c02, c12);
  addColumn(c + 3 * lead, by, c03, c13);
}

@inline
function addColumn(c: usize, by: v128, top: v128, bottom: v128): void {
  v128.store(c, fma(by, top, v128.load(c)));
  v128.store(c, fma(by, bottom, v128.load(c, 16)), 16);
}

@inline
function at(base: usize, i: i32, j: i32, row: i32, column: i32): usize {
  return base + ((<usize>i * <usize>row + <usize>j * <usize>column) << 3);
}

/** Strips of 4 rows, each kc deep; missing rows are 0. */
function packA(mc: i32, kc: i32, a: usize, row: i32, column: i32, to: usize): void {
  for (let i = 0; i < mc; i += MR, to += <usize>kc << 5) packStrip(min(MR, mc - i), kc, at(a, i, 0, row, column), row, column, to);
}

/** Strips of 4 columns, each kc deep; missing columns are 0. */
function packB(kc: i32, nc: i32, b: usize, row: i32, column: i32, to: usize): void {
  for (let j = 0; j < nc; j += NR, to += <usize>kc << 5) packStrip(min(NR, nc - j), kc, at(b, 0, j, row, column), column, row, to);
}

/** Four lanes, kc deep: lane r of step l comes from `from` + r·across + l·along (strides in entries). */
function packStrip(lanes: i32, kc: i32, from: usize, across: i32, along: i32, to: usize): void {
  const step = <usize>along << 3;
  const end = to + (<usize>kc << 5);
  if (lanes == 4 && across == 1) {
    for (; to < end; to += 32, from += step) {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
    }
  } else if (lanes == 4 && along == 1) {
    const side = <usize>across << 3;
    let p0 = from, p1 = from + side, p2 = p1 + side, p3 = p2 + side;
    for (; to + 32 < end; to += 64, p0 += 16, p1 += 16, p2 += 16, p3 += 16) {
      const x0 = v128.load(p0), x1 = v128.load(p1), x2 = v128.load(p2), x3 = v128.load(p3);
      v128.store(to, v128.shuffle<u64>(x0, x1, 0, 2));
      v128.store(to, v128.shuffle<u64>(x2, x3, 0, 2), 16);
      v128.store(to, v128.shuffle<u64>(x0, x1, 1, 3), 32);
      v128.store(to, v128.shuffle<u64>(x2, x3, 1, 3), 48);
    }
    if (to < end) {
      store<f64>(to, load<f64>(p0));
      store<f64>(to, load<f64>(p1), 8);
      store<f64>(to, load<f64>(p2), 16);
      store<f64>(to, load<f64>(p3), 24);
    }
  } else {
    for (; to < end; to += 32, from += step) {
      for (let r = 0; r < 4; r++) {
        store<f64>(to + (<usize>r << 3), r < lanes ? load<f64>(from + ((<usize>r * <usize>across) << 3)) : 0);
      }
    }
  }
}

/** The region times beta; 0 clears whatever was there, NaN too. */
function scale(c: usize, lead: i32, i0: i32, i1: i32, j0: i32, j1: i32, beta: f64, part: i32): void {
  for (let j = j0; j < j1; j++) {
    const from = part == LOWER ? max(i0, j) : i0;
    if (from >= i1) return;
    const start = at(c, from, j, 1, lead);
    if (beta == 0) memory.fill(start, 0, <usize>(i1 - from) << 3);
    else for (let q = start, end = start + (<usize>(i1 - from) << 3); q < end; q += 8) store<f64>(q, load<f64>(q) * beta);
  }
}
