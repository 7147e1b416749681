import { simulations } from './files';
import { testRates } from './testRates';

testRates(simulations);
