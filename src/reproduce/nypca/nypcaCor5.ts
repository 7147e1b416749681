import { byUs } from '../settings';
import { measuredCostFigure } from './componentsCost';
import { componentsRecipe } from './componentsRecipe';

export const nypcaCor5 = componentsRecipe(
  {
    id: 'nypca-cor5',
    title: 'NYPCA, corollary 5: reconstruction in H, polynomial decay',
    claim:
      'With ℓ = n^(θ/α) components the error of kernel PCA on n rows falls like that of the population, n^(−θ(1−1/α)), while θ < 1 and at least like (log n/n)^(1−1/α) beyond; n^θ·log n landmarks keep these rates.',
    seconds: 50,
    draws: 20,
  },
  {
    norm: 'inH',
    setting: { decay: 'polynomial', rate: 2, dimension: 1024 },
    counts: [250, 500, 1000, 2000, 4000, 8000],
    thetas: [0.4, 0.7, 1.2],
    firstComponents: 10,
    gammas: [],
  },
  [byUs('α', '2: λᵢ = i⁻²'), byUs('constant of ℓ', '10 at the least n')],
  measuredCostFigure,
);
