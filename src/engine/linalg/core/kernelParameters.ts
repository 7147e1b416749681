import type { CoreMap, KernelForm, MappedForm, PeriodicForm } from '../kernelForm';
import type { CoreExports } from './exports';
import { periodicParameters, zeta } from './periodicSeries';
import { tanhVariance } from './tanhTables';

/** The parameters of a form for the core's maps: the map, and its numbers as assembly/kernelMaps*.ts lay them out. */
export interface KernelParameters {
  readonly map: CoreMap;
  /** At least three numbers: the maps read two factors and a power whether or not the form has them. */
  readonly values: Float64Array;
}

/** For every form but the tanh network, whose map and numbers depend on its rows: `tanhTables` makes them. */
export function kernelParameters(form: MappedForm | PeriodicForm): KernelParameters {
  const { map } = form;
  if (form.kind === 'periodic') return { map, values: periodicParameters(form.order, form.factor) };
  const values = new Float64Array(Math.max(3, form.numbers.length));
  values.set(form.numbers);
  return { map, values };
}

/** The number by which the module knows a map. */
export function mapNumber(exports: Pick<CoreExports, CoreMap>, map: CoreMap): number {
  const exported = exports[map];
  if (exported === undefined) throw new RangeError(`the core has no map ${map}`);
  return exported.value;
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
