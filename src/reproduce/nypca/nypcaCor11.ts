import { byUs } from '../settings';
import { measuredCostFigure } from './componentsCost';
import { componentsRecipe } from './componentsRecipe';

export const nypcaCor11 = componentsRecipe(
  {
    id: 'nypca-cor11',
    title: 'NYPCA, corollary 11: reconstruction in L², polynomial decay',
    claim:
      'In L² the error of kernel PCA falls like that of the population, n^(−2θ(1−1/2α)), while θ < α/(2α − 1), and like 1/n beyond, with n^θ·log n landmarks too; with m = n^γ random features it falls like n^(−γ) at best.',
    seconds: 70,
    draws: 20,
  },
  {
    norm: 'inL2',
    setting: { decay: 'polynomial', rate: 2, dimension: 1024 },
    counts: [1000, 2000, 4000, 8000, 16000, 32000],
    thetas: [0.3, 0.5, 0.9],
    firstComponents: 4,
    gammas: [0.4, 0.9],
  },
  [byUs('α', '2: λᵢ = i⁻², so that the threshold is θ = 2/3'), byUs('constant of ℓ', '4 at the least n')],
  measuredCostFigure,
);
