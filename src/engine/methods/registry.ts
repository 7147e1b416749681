import { didYouMean } from '../contract/closest';
import { KernelscopeError } from '../contract/failure';
import type { AnyMethod, ComponentsMethod, Method } from '../fit/method';
import { ckrrFeatures } from './ckrrFeatures';
import { ckrrHard } from './ckrrHard';
import { ckrrSoft } from './ckrrSoft';
import { cutoff } from './cutoff';
import { ekpca } from './ekpca';
import { huber } from './huber';
import { kcd } from './kcd';
import { kgd } from './kgd';
import { kgf } from './kgf';
import { kl1 } from './kl1';
import { klInf } from './klInf';
import { krr } from './krr';
import { ksgd } from './ksgd';
import { nyKpca } from './nyKpca';
import { nystromRidge } from './nystromRidge';
import { quantile } from './quantile';
import { rfKpca } from './rfKpca';
import { rfRidge } from './rfRidge';
import { svr } from './svr';
import { threeZone } from './threeZone';
import { tkrr } from './tkrr';
import { tukey } from './tukey';

/** Methods that fit a target. */
export const targetMethods: readonly Method[] = [
  krr,
  tkrr,
  ckrrHard,
  ckrrSoft,
  ckrrFeatures,
  threeZone,
  kgf,
  kgd,
  cutoff,
  ksgd,
  kcd,
  klInf,
  kl1,
  huber,
  tukey,
  svr,
  quantile,
  rfRidge,
  nystromRidge,
];

/** Methods without one. */
export const componentsMethods: readonly ComponentsMethod[] = [ekpca, nyKpca, rfKpca];

/** Every method, in the order in which they are offered. */
export const methods: readonly AnyMethod[] = [...targetMethods, ...componentsMethods];

/** The loss by which columns of a model of numbers matter: of a method that no outlier is to decide the absolute one. */
export const lossOfMethod = ({ method }: { readonly method: string }): 'squared' | 'absolute' =>
  methods.find(({ id }) => id === method)?.family === 'robust' ? 'absolute' : 'squared';

/** Throws `method/unknown`, naming the methods there are. */
export function methodById(id: string): AnyMethod {
  const method = methods.find((m) => m.id === id);
  if (method) return method;
  const known = methods.map((method) => method.id);
  const advice = didYouMean(id, known) ?? `Known: ${known.join(', ')}.`;
  throw new KernelscopeError('method/unknown', `There is no method "${id}". ${advice}`, { id, known });
}
