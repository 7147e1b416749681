import { version as ours } from '../../engine/machine/version';
import type { Command } from './command';

export const version: Command = {
  summary: 'the version',
  operands: [],
  options: [],
  examples: [],
  run: async (_line, { terminal }) => terminal.out(`kernelscope ${ours}\n`),
};
