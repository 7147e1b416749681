import { simulations as classes } from './classes';
import { simulations as columns } from './columns';
import { simulations as components } from './components';
import { simulations as conditional } from './conditional';
import { simulations as exactFits } from './exactFit';
import { simulations as files } from './files';
import { simulations as fits } from './fits';
import { simulations as minima, truncations } from './minima';
import { simulations as moreRows } from './moreRows';
import { simulations as named } from './named';
import { simulations as regimes } from './regimes';
import { simulations as robust } from './robust';
import type { Simulation } from './simulation';

/** Every simulation that claims are measured in. */
export const SIMULATIONS: readonly Simulation[] = [
  ...fits,
  ...files,
  ...columns,
  ...classes,
  ...moreRows,
  ...regimes,
  ...components,
  ...exactFits,
  ...minima,
  ...truncations,
  ...conditional,
  ...robust,
  ...named,
];
