import { simulations } from './minima';
import { testRates } from './testRates';

testRates(simulations);
