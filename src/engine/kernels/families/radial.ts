import type { KernelForm } from '../../linalg/kernelForm';

/** The facts that most positive definite functions of r share. */
export const RADIAL = {
  parameters: [],
  argument: 'distance',
  scaleFree: false,
  order: () => 0,
  scaleInForm: true,
} as const;

type MappedForm = Extract<KernelForm, { readonly kind: 'mapped' }>;

/** The form with these rates and the value 1 at 0. A rate that overflowed would make NaN of distance 0. */
export const ofRates = (map: MappedForm['map'], ...rates: readonly number[]): MappedForm => ({
  kind: 'mapped',
  map,
  numbers: rates.map((rate) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, rate))),
  diagonal: () => 1,
});
