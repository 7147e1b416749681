import { KernelscopeError } from '../contract/failure';
import { ckrrFeatures } from './ckrrFeatures';
import { ckrrHard } from './ckrrHard';
import { ckrrSoft } from './ckrrSoft';
import { cutoff } from './cutoff';
import { huber } from './huber';
import { kcd } from './kcd';
import { kgd } from './kgd';
import { kgf } from './kgf';
import { kl1 } from './kl1';
import { klInf } from './klInf';
import { krr } from './krr';
import { ksgd } from './ksgd';
import type { Method } from './method';
import { quantile } from './quantile';
import { svr } from './svr';
import { threeZone } from './threeZone';
import { tkrr } from './tkrr';
import { tukey } from './tukey';

/** Every method, in the order in which they are offered. */
export const methods: readonly Method[] = [
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
];

/** Throws `method/unknown`, naming the methods there are. */
export function methodById(id: string): Method {
  const found = methods.find((method) => method.id === id);
  if (found) return found;
  const known = methods.map((method) => method.id);
  throw new KernelscopeError('method/unknown', `There is no method "${id}". Known: ${known.join(', ')}.`, {
    id,
    known,
  });
}
