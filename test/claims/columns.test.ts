import { simulations } from './columns';
import { testRates } from './testRates';

testRates(simulations);
