import type { Proposal, Proposals, WayKind } from '../../../src/engine/contract/proposal';

/** Measurements on 16,512 rows of house prices in 13 encoded columns: kind, count, seconds, megabytes, loss. */
const MEASURED: readonly (readonly [WayKind, number, number, number, number])[] = [
  ['landmarks', 2000, 8.0, 408, 0.0085],
  ['landmarks', 4000, 37.8, 1003, 0.0032],
  ['landmarks', 1000, 5.09, 259, 0.0304],
  ['randomFeatures', 4000, 32.3, 1003, 0.0369],
  ['randomFeatures', 2000, 6.64, 408, 0.0577],
  ['landmarks', 500, 2.5, 220, 0.0664],
  ['sample', 5600, 59.1, 1322, 0.0734],
  ['randomFeatures', 1000, 4.4, 259, 0.0763],
  ['landmarks', 250, 1.65, 161, 0.114],
  ['randomFeatures', 500, 2.33, 220, 0.118],
  ['randomFeatures', 250, 1.6, 161, 0.193],
  ['whole', 16_512, 1366, 10_118, 0],
];
const METHODS: Readonly<Record<WayKind, string>> = {
  whole: 'krr',
  sample: 'krr',
  landmarks: 'nystrom-ridge',
  randomFeatures: 'rf-ridge',
};

/** The recommended way first. */
export const housing = (change: Partial<Proposal> = {}): Proposals => ({
  rows: 16_512,
  columns: 13,
  memory: 8e9,
  threads: 2,
  pilot: { train: 1500, holdout: 2000, seconds: 13.2 },
  proposals: MEASURED.map(
    ([kind, count, seconds, megabytes, loss]): Proposal => ({
      kind,
      count,
      method: METHODS[kind],
      title: `${METHODS[kind]} ${count}`,
      parameters: {},
      rows: kind === 'sample' ? count : 16_512,
      seconds,
      range: [seconds / 1.6, seconds * 1.6],
      bytes: megabytes * 1e6,
      possible: kind !== 'whole',
      loss,
      why: `${count} of these approximate the kernel matrix of all rows.`,
      ...change,
    }),
  ),
  message: 'Take the first.',
});
