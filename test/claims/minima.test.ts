import { simulations, truncations } from './minima';
import { testRates } from './testRates';

testRates([...simulations, ...truncations]);
