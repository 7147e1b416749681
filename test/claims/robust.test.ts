import { simulations } from './robust';
import { testRates } from './testRates';

testRates(simulations);
