import { simulations } from './moreRows';
import { testRates } from './testRates';

testRates(simulations);
