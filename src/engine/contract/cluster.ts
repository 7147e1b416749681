import type { CLUSTER_PLACE, PART_SIZE } from './run.schema';
import type { Of } from './schema';

/** The engines that can move a fit to several machines: the script of each in distributed/, and the option that gives its address. */
export const CLUSTER_ENGINES = {
  spark: { title: 'Apache Spark', script: 'kernelscope_spark.py', address: 'master' },
  dask: { title: 'Dask', script: 'kernelscope_dask.py', address: 'scheduler' },
} as const;

export type ClusterEngine = keyof typeof CLUSTER_ENGINES;

export const CLUSTER_NAMES = Object.keys(CLUSTER_ENGINES) as readonly ClusterEngine[];

export const isClusterEngine = (value: unknown): value is ClusterEngine =>
  typeof value === 'string' && Object.hasOwn(CLUSTER_ENGINES, value);

export type ClusterDetail = 'node' | 'tls-ca' | 'tls-cert' | 'tls-key';

/** The details of a cluster that an engine's script takes beside its address, and the only engine that takes each: node, and files for TLS. */
export const CLUSTER_DETAILS: Readonly<
  Record<ClusterDetail, { readonly sentence: string; readonly engine?: ClusterEngine }>
> = {
  node: { sentence: 'node on the workers; left out, that on their PATH' },
  'tls-ca': { sentence: 'PEM file of the authority, for tls://', engine: 'dask' },
  'tls-cert': { sentence: 'PEM file of the certificate, for tls://', engine: 'dask' },
  'tls-key': { sentence: 'PEM file of its key, for tls://', engine: 'dask' },
};

export const DETAIL_NAMES = Object.keys(CLUSTER_DETAILS) as readonly ClusterDetail[];

/** True if an engine's script takes a detail. */
export const takesDetail = (engine: ClusterEngine, detail: ClusterDetail): boolean =>
  (CLUSTER_DETAILS[detail].engine ?? engine) === engine;

/** The methods whose fit follows from sums over the rows, so that the rows need not be in one place. */
export const SUMMED_METHODS = ['nystrom-ridge', 'rf-ridge', 'ny-kpca', 'rf-kpca'] as const;

export type SummedId = (typeof SUMMED_METHODS)[number];

export const isSummedMethod = (id: string): id is SummedId => (SUMMED_METHODS as readonly string[]).includes(id);

/** The approximate largest size of a part of a file in bytes, or `file` if each file is a part. */
export type PartSize = Of<typeof PART_SIZE>;

/** The cluster that reads the rows of a fit. */
export interface ClusterPlace extends Of<typeof CLUSTER_PLACE> {}
