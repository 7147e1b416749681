import { simulations } from './conditional';
import { testRates } from './testRates';

testRates(simulations);
