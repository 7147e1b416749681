import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import type { KernelForm } from '../linalg/kernelForm';
import type { Computing } from '../linalg/linalg';
import { featureMatrix } from './featureMatrix';
import { pickColumns, rowBlock } from './rows';
import { checkColumns, checkScale, columnMeans, scaledForm, scaleRows } from './scaledRows';

/** A kernel with the rows between which it is computed, scaled and centred as its leaves need them. */
export type PreparedKernel =
  | { readonly kind: 'form'; readonly form: KernelForm; readonly x: Matrix; readonly z: Matrix }
  /** Features φ of both sides, n×count and m×count, in the core's memory. */
  | {
      readonly kind: 'features';
      readonly count: number;
      readonly rows: readonly [number, number];
      readonly x: Float64Array;
      readonly z: Float64Array;
    }
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: PreparedKernel }[] }
  | { readonly kind: 'product'; readonly factors: readonly PreparedKernel[] };

/** Rows from…from+rows−1 of one side. */
export interface PanelRows {
  readonly from: number;
  readonly rows: number;
}

/**
 * Must be called in a scope: features lie in the core's memory. If x and z are the same object, their preparations are
 * too.
 */
export function prepareKernel(spec: KernelSpec, x: Matrix, z: Matrix, context: Computing): PreparedKernel {
  const prepare = (kernel: KernelSpec) => prepareKernel(kernel, x, z, context);
  if (spec.kind === 'sum')
    return { kind: 'sum', terms: spec.terms.map(({ weight, kernel }) => ({ weight, kernel: prepare(kernel) })) };
  if (spec.kind === 'product') return { kind: 'product', factors: spec.factors.map(prepare) };
  if (spec.kind === 'features') {
    const count = spec.map.bias.length;
    checkScale(spec.lengthScale, x.columns);
    const features = (rows: Matrix) =>
      featureMatrix(spec.map, scaleRows(rows, spec.lengthScale), context, context.linalg.allocate(rows.rows * count));
    const ofX = features(x);
    return { kind: 'features', count, rows: [x.rows, z.rows], x: ofX, z: z === x ? ofX : features(z) };
  }
  checkColumns(spec, x.columns);
  const seen = pickColumns(x, spec.columns);
  const { form, divisors, centred } = scaledForm(spec, seen.columns);
  const means = centred ? columnMeans(seen) : undefined;
  const ofX = scaleRows(seen, divisors, means);
  return { kind: 'form', form, x: ofX, z: z === x ? ofX : scaleRows(pickColumns(z, spec.columns), divisors, means) };
}

/** k between a range of the rows of x and one of z, into `panel` (ofX.rows × ofZ.rows, column-major). */
export function fillPanel(
  prepared: PreparedKernel,
  ofX: PanelRows,
  ofZ: PanelRows,
  panel: Float64Array,
  context: Computing,
): void {
  const { linalg } = context;
  switch (prepared.kind) {
    case 'form': {
      const [x, z] = [range(prepared.x, ofX), range(prepared.z, ofZ)];
      linalg.kernelMatrix(prepared.form, x.values, x.rows, z.values, z.rows, x.columns, false, context, panel);
      return;
    }
    case 'features': {
      const { count, rows } = prepared;
      const a = { values: prepared.x, offset: ofX.from, lead: rows[0] };
      const b = { values: prepared.z, offset: ofZ.from, lead: rows[1] };
      const c = { values: panel, offset: 0, lead: ofX.rows };
      linalg.gemm(false, true, ofX.rows, ofZ.rows, count, 1 / count, a, b, 0, c, context);
      return;
    }
    case 'sum':
    case 'product':
      linalg.scope(() => combine(prepared, ofX, ofZ, panel, context));
  }
}

function combine(
  prepared: PreparedKernel & { kind: 'sum' | 'product' },
  ofX: PanelRows,
  ofZ: PanelRows,
  panel: Float64Array,
  context: Computing,
): void {
  const parts = prepared.kind === 'sum' ? prepared.terms.map((term) => term.kernel) : prepared.factors;
  const space = parts.length > 1 ? context.linalg.allocate(panel.length) : panel;
  parts.forEach((part, p) => {
    context.check();
    const target = p === 0 ? panel : space;
    fillPanel(part, ofX, ofZ, target, context);
    const weight = prepared.kind === 'sum' ? prepared.terms[p].weight : 1;
    if (p === 0) {
      if (weight !== 1) for (let o = 0; o < panel.length; o++) panel[o] *= weight;
    } else if (prepared.kind === 'sum') {
      for (let o = 0; o < panel.length; o++) panel[o] += weight * space[o];
    } else {
      for (let o = 0; o < panel.length; o++) panel[o] *= space[o];
    }
  });
}

function range(rows: Matrix, { from, rows: count }: PanelRows): Matrix {
  return from === 0 && count === rows.rows ? rows : rowBlock(rows, from, count);
}
