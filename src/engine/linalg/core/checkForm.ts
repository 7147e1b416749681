import { KernelscopeError } from '../../contract/failure';
import type { KernelForm } from '../kernelForm';

/** Throws `parameter/invalid` unless every number of the form is one with which its kernel is what it is said to be. */
export function checkForm(form: KernelForm): void {
  switch (form.kind) {
    case 'gaussian':
    case 'laplace':
    case 'matern32':
    case 'matern52':
    case 'cauchy':
      demand(form, form.lengthScale > 0, 'needs a length scale above 0', 'lengthScale', form.lengthScale);
      break;
    case 'polynomial':
      demand(form, isWhole(form.degree), 'needs a whole degree of 1 or more', 'degree', form.degree);
      demand(form, form.scale > 0, 'needs a scale above 0', 'scale', form.scale);
      demand(form, form.offset >= 0, 'needs an offset of 0 or more', 'offset', form.offset);
      break;
    case 'arcCosine':
      demand(form, [0, 1, 2].includes(form.order), 'has the orders 0, 1 and 2', 'order', form.order);
      break;
    case 'network':
      demand(form, form.weight > 0, 'needs a weight above 0', 'weight', form.weight);
      demand(form, form.bias >= 0, 'needs a bias of 0 or more', 'bias', form.bias);
      break;
    case 'polyharmonic':
      demand(form, isWhole(form.exponent), 'needs a whole exponent of 1 or more', 'exponent', form.exponent);
      break;
    case 'multiquadric':
      demand(form, form.offset >= 0, 'needs an offset of 0 or more', 'offset', form.offset);
      break;
    case 'spline':
      demand(form, form.order > 1, 'needs an order above 1', 'order', form.order);
      break;
    case 'trigonometric':
      demand(form, form.smoothness > 0.5, 'needs a smoothness above 1/2', 'smoothness', form.smoothness);
      break;
    case 'linear':
    case 'thinPlate':
    case 'negativeDistance':
      break;
  }
}

const NAMES: Readonly<Record<KernelForm['kind'], string>> = {
  gaussian: 'Gaussian',
  laplace: 'Laplace',
  matern32: 'Matérn 3/2',
  matern52: 'Matérn 5/2',
  cauchy: 'Cauchy',
  linear: 'linear',
  polynomial: 'polynomial',
  arcCosine: 'arc-cosine',
  network: 'network',
  thinPlate: 'thin-plate',
  polyharmonic: 'polyharmonic',
  negativeDistance: 'negative distance',
  multiquadric: 'multiquadric',
  spline: 'periodic spline',
  trigonometric: 'trigonometric',
};

function demand(form: KernelForm, holds: boolean, need: string, name: string, value: number): void {
  if (!holds || !Number.isFinite(value)) throw invalid(form, need, name, value);
}

function invalid(form: KernelForm, need: string, name: string, value: number): KernelscopeError {
  const sentence = `The ${NAMES[form.kind]} kernel ${need}, and it must be finite; it was given ${value}.`;
  return new KernelscopeError('parameter/invalid', sentence, { parameter: name, value: String(value) });
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}
