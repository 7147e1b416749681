import { quietContext, type RunContext } from '../../src/engine/contract/context';
import type { ReproductionRequest } from '../../src/engine/contract/reproduction';
import type { RecipeContext } from '../../src/reproduce/recipe';
import { recipeById } from '../../src/reproduce/registry';
import { core } from '../engine/testCore';

/** What a recipe finds at its reduced size. */
export function reproduce(id: string, seed = 1, context: RunContext = quietContext, more: Partial<RecipeContext> = {}) {
  const request: ReproductionRequest = { id, seed, quick: true };
  return recipeById(id).run(request, {
    progress: (fraction, stage) => context.progress(fraction, stage),
    get cancelled() {
      return context.cancelled;
    },
    check: () => context.check(),
    linalg: core,
    ...more,
  });
}
