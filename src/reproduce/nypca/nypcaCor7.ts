import { byUs } from '../settings';
import { componentsRecipe } from './componentsRecipe';

export const nypcaCor7 = componentsRecipe(
  {
    id: 'nypca-cor7',
    title: 'NYPCA, corollary 7: reconstruction in H, exponential decay',
    claim:
      'With ℓ = (θ/τ)·log n components the error of kernel PCA on n rows is at most of order n^(−θ)·log n while θ < 1 and (log n)²/n beyond; n^θ·log n landmarks keep these rates.',
    seconds: 15,
    draws: 20,
  },
  {
    norm: 'inH',
    setting: { decay: 'exponential', rate: 0.1, dimension: 320 },
    counts: [250, 500, 1000, 2000, 4000, 8000],
    thetas: [0.4, 0.7, 1.2],
    firstComponents: 0,
    gammas: [],
  },
  [byUs('τ', '0.1: λᵢ = exp(−i/10)')],
);
