import type { OptionSpec } from '../../choices/optionSpec';
import { CLUSTER_DETAILS, CLUSTER_NAMES, type ClusterDetail, SUMMED_METHODS } from '../../engine/contract/cluster';

/** The steps of a fit with files between them, in their order. */
export const CLUSTER_STEPS = {
  plan: 'settle on a sample what all parts go by',
  parts: 'the parts of a plan, as JSON: number, path and bytes',
  map: 'visit one part, for its sums or, with --solution, its errors',
  merge: 'add sums or errors of several parts up, in any order',
  solve: 'the spectrum, from the sums of all parts',
  finish: 'the fit, from the solution and the errors of all parts',
} as const;

export type ClusterStep = keyof typeof CLUSTER_STEPS;

const tlsFile = (name: ClusterDetail) =>
  ({
    value: 'FILE',
    names: 'file',
    sentence: `of Dask: ${CLUSTER_DETAILS[name].sentence}`,
  }) as const satisfies OptionSpec;

/** The options for where a fit is computed. */
export const ON_CLUSTER = {
  on: {
    choices: CLUSTER_NAMES,
    sentence: `fit the parts of the rows on a cluster (${SUMMED_METHODS.join(', ')})`,
    more: 'It needs Python with pyspark or distributed here, and node on the workers; [cluster.md](cluster.md) has the rest.',
  },
  master: {
    value: 'ADDRESS',
    sentence: 'of Spark: spark://host:7077, yarn, k8s://…; left out, as its own configuration has it',
  },
  scheduler: {
    value: 'ADDRESS',
    sentence: 'of Dask: tcp://host:8786 or tls://…; left out, as its own configuration has it',
  },
  python: {
    value: 'PROGRAM',
    default: 'python3',
    sentence: 'the Python that has pyspark or distributed',
  },
  node: { value: 'PATH', sentence: CLUSTER_DETAILS.node.sentence },
  'ship-node': {
    type: 'boolean',
    sentence: 'send this node along, for workers of the same system that have none',
  },
  'tls-ca': tlsFile('tls-ca'),
  'tls-cert': tlsFile('tls-cert'),
  'tls-key': tlsFile('tls-key'),
  'part-size': {
    value: 'SIZE',
    sentence: 'how large a part is, such as 256MB, or file: every file is a part; left out, files beyond 64 MB are cut',
    more: 'Text and JSON Lines are cut between lines, Parquet between groups of rows; compressed files are not, nor text whose cells have line ends in them.',
  },
  'skip-failed-parts': {
    type: 'boolean',
    sentence: 'leave parts out that fail by their data, and say which and why; otherwise they stop the fit',
    more: 'Not those that cannot be found or have changed. [cluster.md](cluster.md#parts-that-fail) says what holds then.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
