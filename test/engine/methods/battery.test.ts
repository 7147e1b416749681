import { test } from 'node:test';
import { methods } from '../../../src/engine/methods/registry';
import { battery } from './battery';

for (const method of methods.filter(({ family }) => family === 'spectral'))
  for (const { name, run } of battery) test(`${method.id}: ${name}`, () => run(method));
