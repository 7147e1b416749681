import { test } from 'node:test';
import { targetMethods } from '../../../src/engine/methods/registry';
import { robustBattery } from './robustBattery';

for (const method of targetMethods.filter(({ family }) => family === 'robust'))
  for (const { name, run } of robustBattery) test(`${method.id}: ${name}`, () => run(method));
