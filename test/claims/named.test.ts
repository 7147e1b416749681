import { simulations } from './named';
import { testRates } from './testRates';

testRates(simulations);
