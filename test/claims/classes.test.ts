import { simulations } from './classes';
import { testRates } from './testRates';

testRates(simulations);
