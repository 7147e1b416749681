import { byUs } from '../settings';
import { componentsRecipe } from './componentsRecipe';

export const nypcaCor13 = componentsRecipe(
  {
    id: 'nypca-cor13',
    title: 'NYPCA, corollary 13: reconstruction in L², exponential decay',
    claim:
      'In L² the error of kernel PCA is at most of order n^(−2θ)·log n while θ ≤ ½ and 1/n beyond, with n^θ·log n landmarks up to a logarithm too; with m = n^γ random features it falls like n^(−γ) at best.',
    seconds: 40,
    draws: 20,
  },
  {
    norm: 'inL2',
    setting: { decay: 'exponential', rate: 0.1, dimension: 320 },
    counts: [1000, 2000, 4000, 8000, 16000, 32000],
    thetas: [0.2, 0.4, 0.8],
    firstComponents: 0,
    gammas: [0.4, 0.9],
  },
  [byUs('τ', '0.1: λᵢ = exp(−i/10); the threshold is θ = ½')],
);
