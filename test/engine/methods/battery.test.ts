import { test } from 'node:test';
import { targetMethods } from '../../../src/engine/methods/registry';
import { battery } from './battery';

for (const method of targetMethods.filter(({ family }) => family === 'spectral' || family === 'features'))
  for (const { name, run } of battery) test(`${method.id}: ${name}`, () => run(method));
