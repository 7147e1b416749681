import type { Command } from './command';

export const linearAlgebra: Command = {
  summary: "try this machine's libraries for linear algebra",
  about:
    'Every OpenBLAS, MKL and Accelerate that is found is held against known results and timed, in a separate process. What is found is remembered for this machine: `fit`, `recommend` and `compare` with --linear-algebra auto use the first that is correct and more than 1.3 times as fast as the bundled core, on 1,000 rows and more.',
  operands: [],
  options: [],
  examples: [['kernelscope linear-algebra', 'what there is, how fast, and what fits will use']],
  run: async (_line, { terminal, folder }) => (await import('../linearAlgebra')).linearAlgebraCommand(terminal, folder),
};
