import { quietContext, type RunContext } from '../../src/engine/contract/context';
import type { ReproductionRequest } from '../../src/engine/contract/reproduction';
import { type Pieces, pieceOf, pieceText } from '../../src/reproduce/pieces';
import type { Findings } from '../../src/reproduce/recipe';
import { recipeById } from '../../src/reproduce/registry';
import { core } from '../engine/testCore';
import { madeImages } from './madeImages';

const images = madeImages(300, 7);
const known = new Map<string, Findings>();

/**
 * The findings of a recipe at its reduced size, or at the least at which it runs, computed once for all tests in a
 * process.
 */
export function reproduced(id: string, seed = 1, tested = false): Findings {
  const key = `${id} ${seed} ${tested}`;
  const found = known.get(key) ?? reproduce(id, seed, quietContext, { tested });
  known.set(key, found);
  return found;
}

/** The findings of a recipe at its reduced size, or at the least at which it runs. */
export function reproduce(
  id: string,
  seed = 1,
  context: RunContext = quietContext,
  { pieces, tested = false }: { readonly pieces?: Pieces; readonly tested?: boolean } = {},
): Findings {
  const request: ReproductionRequest = { id, seed, quick: true };
  return recipeById(id).run(request, {
    progress: (fraction, stage) => context.progress(fraction, stage),
    get cancelled() {
      return context.cancelled;
    },
    check: () => context.check(),
    linalg: core,
    images,
    tested,
    ...(pieces && { pieces }),
  });
}

/** Pieces in memory, as the files would hold them. */
export function heldPieces(kept = new Map<string, string>()): Pieces {
  return {
    at: (place) => pieceOf(kept.get(place.join()) ?? ''),
    keep: (place, piece) => kept.set(place.join(), pieceText(piece)),
  };
}
