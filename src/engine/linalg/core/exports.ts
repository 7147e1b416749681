import type { CoreMap } from '../kernelForm';
import type { BlasCalls } from '../linalg';

/** A byte offset in the core's memory. */
export type Pointer = number;

/** The exports of the assembly; docstrings are with the functions of assembly/index.ts. */
export interface CoreExports extends BlasCalls<Pointer, number> {
  /** Numbers of the kernel maps, from the enums of assembly/kernelMaps*.ts. */
  readonly [map: CoreMap]: { readonly value: number } | undefined;
  scratchBytes(): number;
  symvWork(n: number): number;
  cholesky(n: number, a: Pointer, lead: number): number;
  solveLeft(n: number, m: number, transposed: number, l: Pointer, leadL: number, b: Pointer, leadB: number): void;
  solveRight(m: number, n: number, transposed: number, l: Pointer, leadL: number, b: Pointer, leadB: number): void;
  largestOfLower(n: number, a: Pointer, lead: number): number;
  scaleLower(n: number, a: Pointer, lead: number, by: number): void;
  tridiagonalPanel(
    n: number,
    j0: number,
    width: number,
    a: Pointer,
    lead: number,
    d: Pointer,
    e: Pointer,
    tau: Pointer,
    p: Pointer,
    q: Pointer,
    work: Pointer,
    row: Pointer,
  ): void;
  tridiagonalValues(n: number, d: Pointer, e: Pointer): number;
  solveLeaves(count: number, starts: Pointer, d: Pointer, e: Pointer, q: Pointer, lead: number): number;
  rotate(n: number, left: Pointer, side: number, cosine: number, sine: number): void;
  joinHalves(
    k: number,
    rho: number,
    d: Pointer,
    z: Pointer,
    roots: Pointer,
    weights: Pointer,
    vectors: Pointer,
    lead: number,
    columns: Pointer,
    positions: Pointer,
  ): void;
  kernelMatrix(
    form: number,
    differences: number,
    x: Pointer,
    n: number,
    z: Pointer,
    m: number,
    d: number,
    a: Pointer,
    b: Pointer,
    parameters: Pointer,
    c: Pointer,
    symmetric: number,
  ): void;
  squaredNorms(x: Pointer, n: number, d: number, norms: Pointer): void;
  mapAll(f: number, values: Pointer, count: number, scale: number, shift: number): void;
}
