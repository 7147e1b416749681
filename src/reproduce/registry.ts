import { KernelscopeError } from '../engine/contract/failure';
import { ckrrCos300, ckrrCost } from './ckrr/ckrrCost';
import { ckrrSlow, ckrrThm52 } from './ckrr/ckrrEigenvalues';
import { ckrrFig2 } from './ckrr/ckrrFig2';
import { ckrrFig3 } from './ckrr/ckrrFig3';
import { ckrrFig4, ckrrH2 } from './ckrr/ckrrFig4';
import { ckrrFig9 } from './ckrr/ckrrFig9';
import { ckrrFig5, ckrrFig8 } from './ckrr/ckrrFigs58';
import { ckrrFig6, ckrrFig7 } from './ckrr/ckrrFigs67';
import { ckrrIneq3 } from './ckrr/ckrrIneq3';
import { ckrrTable1 } from './ckrr/ckrrTable1';
import { ckrrTheorems, ckrrThmG1 } from './ckrr/ckrrTheorems';
import { nypcaCorollaries } from './nypca/nypcaCorollaries';
import { nypcaPropositions } from './nypca/nypcaPropositions';
import { nypcaTheorems } from './nypca/nypcaTheorems';
import type { Recipe } from './recipe';
import { rfBounds } from './rf/bounds';
import { rfFig3 } from './rf/rfFig3';
import { rfFig1, rfFig2 } from './rf/rfFigs12';
import { rfThm1, rfThm3 } from './rf/theorems';
import { signLemma2, signProp4, signProp5 } from './sign/descents';
import { signRidgePropositions } from './sign/flowAndRidge';
import { signFig3 } from './sign/signFig3';
import { signFig4 } from './sign/signFig4';
import { signFig1, signFig2 } from './sign/signFigs12';
import { signProp6 } from './sign/signProp6';
import { signTables } from './sign/signTables';
import { tkrrEq13, tkrrThm1 } from './tkrr/exactError';
import { tkrrFig1, tkrrFig2 } from './tkrr/fig12';
import { tkrrFig3, tkrrFig4 } from './tkrr/fig34';
import { tkrrProp1 } from './tkrr/prop1';
import { tkrrProp2 } from './tkrr/prop2';

/** Every figure and table that can be computed again, in the order in which lists show them. */
export const recipes: readonly Recipe[] = [
  tkrrFig1,
  tkrrFig2,
  tkrrFig3,
  tkrrFig4,
  tkrrThm1,
  tkrrProp1,
  tkrrProp2,
  tkrrEq13,
  ckrrFig2,
  ckrrFig3,
  ckrrFig4,
  ckrrFig5,
  ckrrFig6,
  ckrrFig7,
  ckrrFig8,
  ckrrFig9,
  ckrrTable1,
  ckrrIneq3,
  ckrrCost,
  ckrrCos300,
  ...ckrrTheorems,
  ckrrThm52,
  ckrrThmG1,
  ckrrSlow,
  ckrrH2,
  signFig1,
  signFig2,
  signFig3,
  signFig4,
  ...signTables,
  signLemma2,
  ...signRidgePropositions,
  signProp4,
  signProp5,
  signProp6,
  rfFig1,
  rfFig2,
  rfFig3,
  rfThm1,
  rfThm3,
  ...rfBounds,
  ...nypcaCorollaries,
  ...nypcaTheorems,
  ...nypcaPropositions,
];

/** Throws `reproduction/unknown`, naming the known ones. */
export function recipeById(id: string): Recipe {
  const recipe = recipes.find(({ spec }) => spec.id === id);
  if (recipe) return recipe;
  const known = recipes.map(({ spec }) => spec.id);
  throw new KernelscopeError(
    'reproduction/unknown',
    `There is no reproduction "${id}". Choose one of ${known.join(', ')}.`,
    { id, known },
  );
}
