import { simulations } from './fits';
import { testRates } from './testRates';

testRates(simulations);
