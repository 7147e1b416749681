import type { RunContext } from '../contract/context';
import { partOf } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from '../contract/reproduction';
import type { LinearAlgebra } from '../linalg/linalg';
import { version } from '../version';
import type { LabelledImages } from './labelledImages';
import { recipeById, recipes } from './registry';

export type ReadImages = (path: string, context: RunContext) => Promise<LabelledImages>;

/** What can be reproduced, before anything is computed. */
export const reproductionSpecs = (): readonly ReproductionSpec[] => recipes.map(({ spec }) => spec);

/**
 * Computes one figure or table again. Throws `reproduction/unknown`, `file/not-found` when the recipe needs a file and none
 * is named, and what reading it throws. The same request gives the same numbers on one back end.
 */
export async function runReproduction(
  request: ReproductionRequest,
  linalg: LinearAlgebra,
  context: RunContext,
  readImages: ReadImages,
): Promise<Reproduction> {
  const started = performance.now();
  const recipe = recipeById(request.id);
  const { spec } = recipe;
  const images =
    spec.file === undefined ? undefined : await readImages(fileFor(request, spec), partOf(context, 0, 0.05));
  const inner = spec.file === undefined ? partOf(context, 0, 1) : partOf(context, 0.05, 1);
  const findings = recipe.run(request, Object.assign(inner, { linalg, images }));
  context.progress(1, 'done');
  return {
    ...findings,
    kernelscope: version,
    spec,
    request,
    created: new Date().toISOString(),
    backend: linalg.core,
    seconds: (performance.now() - started) / 1000,
  };
}

function fileFor({ file }: ReproductionRequest, { id, file: wanted }: ReproductionSpec): string {
  if (file !== undefined && file !== '') return file;
  throw new KernelscopeError('file/not-found', `${id} needs a file: ${wanted}. Name it (--file on the command line).`, {
    id,
  });
}
