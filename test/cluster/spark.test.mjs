import { join } from 'node:path';
import { testEngine } from './engineTests.mjs';
import { sparkHome, sparkMachines } from './machines.mjs';

testEngine(
  {
    engine: 'spark',
    begin: sparkMachines,
    at: '--master',
    header: 'every',
    target: 'y',
    submit: (address) => [join(sparkHome(), 'bin/spark-submit'), '--master', address],
  },
  () => {},
);
