import {
  CLUSTER_ENGINES,
  CLUSTER_NAMES,
  type ClusterEngine,
  DETAIL_NAMES,
  takesDetail,
} from '../engine/contract/cluster';
import { choiceOf } from './arguments';
import { ON_CLUSTER } from './options/clusterEngines';
import { namesOf, type Options } from './options/table';
import { UsageError } from './usage';

/** Options that ask for all rows at once, or that only a fit here can answer. */
const ONLY_HERE = ['without', 'streamed'] as const;

/** Throws `UsageError` for an option that belongs to another cluster, or to a fit here. */
export function checkOnCluster(options: Options, engine: ClusterEngine): void {
  const here = ONLY_HERE.find((name) => options[name] !== undefined && options[name] !== false);
  if (here !== undefined) throw new UsageError(`--on does not take --${here}: leave one of them out.`);
  if (choiceOf('linear-algebra', options) === 'native')
    throw new UsageError('--on computes by the bundled core on every machine: leave --linear-algebra native out.');
  for (const [other, { address }] of Object.entries(CLUSTER_ENGINES))
    if (other !== engine && options[address] !== undefined)
      throw new UsageError(`--${address} is of --on ${other}, not of --on ${engine}.`);
  const foreign = DETAIL_NAMES.find((name) => options[name] !== undefined && !takesDetail(engine, name));
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} is not of --on ${engine}, which has its own configuration for that.`);
}

/** Throws `UsageError` for an option that needs --on, if --on is omitted. */
export function checkWithoutCluster(options: Options): void {
  const [lone] = namesOf(ON_CLUSTER).filter((name) => options[name] !== undefined);
  if (lone !== undefined) throw new UsageError(`--${lone} goes with --on ${CLUSTER_NAMES.join('|')}.`);
}
