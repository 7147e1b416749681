import { KernelscopeError } from '../contract/failure';
import { ckrrFig2 } from './ckrrFig2';
import { ckrrFig3 } from './ckrrFig3';
import { ckrrFig4 } from './ckrrFig4';
import { ckrrFig5 } from './ckrrFig5';
import { ckrrFig6 } from './ckrrFig6';
import { ckrrFig7 } from './ckrrFig7';
import { ckrrFig8 } from './ckrrFig8';
import { ckrrFig9 } from './ckrrFig9';
import { ckrrTable1 } from './ckrrTable1';
import { nypcaCor5 } from './nypcaCor5';
import { nypcaCor7 } from './nypcaCor7';
import { nypcaCor11 } from './nypcaCor11';
import { nypcaCor13 } from './nypcaCor13';
import type { Recipe } from './recipe';
import { rfFig1 } from './rfFig1';
import { rfFig2 } from './rfFig2';
import { rfFig3 } from './rfFig3';
import { signFig1 } from './signFig1';
import { signFig2 } from './signFig2';
import { signFig3 } from './signFig3';
import { signTables } from './signTables';
import { tkrrFig1 } from './tkrrFig1';
import { tkrrFig2 } from './tkrrFig2';
import { tkrrFig3 } from './tkrrFig3';
import { tkrrFig4 } from './tkrrFig4';

/** Every figure and table that can be computed again, in the order in which lists show them. */
export const recipes: readonly Recipe[] = [
  tkrrFig1,
  tkrrFig2,
  tkrrFig3,
  tkrrFig4,
  ckrrFig2,
  ckrrFig3,
  ckrrFig4,
  ckrrFig5,
  ckrrFig6,
  ckrrFig7,
  ckrrFig8,
  ckrrFig9,
  ckrrTable1,
  signFig1,
  signFig2,
  signFig3,
  ...signTables,
  rfFig1,
  rfFig2,
  rfFig3,
  nypcaCor5,
  nypcaCor7,
  nypcaCor11,
  nypcaCor13,
];

/** Throws `reproduction/unknown`, naming the known ones. */
export function recipeById(id: string): Recipe {
  const recipe = recipes.find(({ spec }) => spec.id === id);
  if (recipe) return recipe;
  const known = recipes.map(({ spec }) => spec.id);
  throw new KernelscopeError(
    'reproduction/unknown',
    `There is no reproduction "${id}". Choose one of ${known.join(', ')}.`,
    {
      id,
      known,
    },
  );
}
