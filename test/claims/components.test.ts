import { simulations } from './components';
import { testRates } from './testRates';

testRates(simulations);
