import type { KernelForm, MappedForm, PeriodicForm } from '../kernelForm';
import { KernelId } from './assembly/kernelIds';
import { periodicParameters, zeta } from './periodicSeries';
import { tanhVariance } from './tanhTables';

/** What the core's maps are told of a form: which one, and its numbers as assembly/kernelMaps*.ts lay them out. */
export interface KernelParameters {
  readonly id: KernelId;
  /** At least three numbers: the maps read two factors and a power whether or not the form has them. */
  readonly values: Float64Array;
}

/** For every form but the tanh network, whose map and numbers depend on its rows: `tanhTables` makes them. */
export function kernelParameters(form: MappedForm | PeriodicForm): KernelParameters {
  const id = KernelId[form.map];
  if (form.kind === 'periodic') return { id, values: periodicParameters(form.order, form.factor) };
  const values = new Float64Array(Math.max(3, form.numbers.length));
  values.set(form.numbers);
  return { id, values };
}

/** k(x, x) for a row of d columns with the given squared norm, free of the rounding of expanded distances. */
export function exactDiagonal(form: KernelForm, squaredNorm: number, d: number): number {
  switch (form.kind) {
    case 'mapped':
      return form.diagonal(squaredNorm);
    case 'periodic':
      return (1 + form.factor * zeta(form.order)) ** d;
    case 'tanhNetwork':
      return tanhVariance(form.weight * squaredNorm + form.bias);
  }
}
