import type { OptionSpec } from './optionSpec';

/** What can move a fit to several machines: its script in distributed/, and the option that says where it is. */
export const CLUSTER_ENGINES = {
  spark: { title: 'Apache Spark', script: 'kernelscope_spark.py', address: 'master' },
  dask: { title: 'Dask', script: 'kernelscope_dask.py', address: 'scheduler' },
} as const;

export type ClusterEngine = keyof typeof CLUSTER_ENGINES;

const NAMES = Object.keys(CLUSTER_ENGINES) as readonly ClusterEngine[];

/** Where a fit is computed. */
export const ON_CLUSTER = {
  on: {
    type: 'string',
    choices: NAMES,
    sentence: 'fit the parts of the rows on a cluster (rf-ridge, nystrom-ridge)',
    more: 'Every file is a part. It needs Python with pyspark or distributed here, and node on the workers; [cluster.md](cluster.md) has the rest.',
  },
  master: {
    type: 'string',
    value: 'ADDRESS',
    sentence: 'of Spark: spark://host:7077, yarn, k8s://…; left out, as its own configuration has it',
  },
  scheduler: {
    type: 'string',
    value: 'ADDRESS',
    sentence: 'of Dask: tcp://host:8786 or tls://…; left out, as its own configuration has it',
  },
  python: {
    type: 'string',
    value: 'PROGRAM',
    default: 'python3',
    sentence: 'the Python that has pyspark or distributed',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
