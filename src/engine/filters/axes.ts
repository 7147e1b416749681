import type { Axis } from '../contract/filter';

/** An axis along which filters move, whichever filter it is. */
export interface AxisFacts {
  readonly sign: string;
  readonly name: string;
  /** A word for what its value counts, or for how it counts. */
  readonly unit: string;
  /** The title in the table of parameters. */
  readonly title: string;
  /** The singular and plural, for an axis whose value stands before its name: "12 steps". */
  readonly counted?: readonly [string, string];
  /** True for integers from 0, laid out by log(1 + ·); false for amounts above 0, laid out by their logarithm. */
  readonly integer: boolean;
  /** True if it counts directions of the spectrum: it ends where they do, and errors along it jump. */
  readonly ofDirections: boolean;
  /** The end at which the fit is more regular. */
  readonly regular: 'low' | 'high';
}

export const AXES: Readonly<Record<Axis, AxisFacts>> = {
  lambda: {
    sign: 'λ',
    name: 'lambda',
    unit: 'per sample',
    title: 'λ per sample',
    integer: false,
    ofDirections: false,
    regular: 'high',
  },
  k: {
    sign: 'k',
    name: 'unpenalised directions k',
    unit: 'unpenalised',
    title: 'k, directions unpenalised',
    integer: true,
    ofDirections: true,
    regular: 'low',
  },
  r: {
    sign: 'r',
    name: 'directions used r',
    unit: 'used',
    title: 'r, directions used',
    integer: true,
    ofDirections: true,
    regular: 'low',
  },
  t: {
    sign: 't',
    name: 'flow time t',
    unit: 'flow time',
    title: 't, flow time',
    integer: false,
    ofDirections: false,
    regular: 'low',
  },
  steps: {
    sign: 'steps',
    name: 'descent steps',
    unit: 'of descent',
    title: 'steps of descent',
    counted: ['step', 'steps'],
    integer: true,
    ofDirections: false,
    regular: 'low',
  },
};

export function isAxis(name: unknown): name is Axis {
  return typeof name === 'string' && Object.hasOwn(AXES, name);
}
