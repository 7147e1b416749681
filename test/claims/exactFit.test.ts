import { simulations } from './exactFit';
import { testRates } from './testRates';

testRates(simulations);
