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
