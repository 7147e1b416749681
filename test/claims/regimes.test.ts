import { simulations } from './regimes';
import { testRates } from './testRates';

testRates(simulations);
