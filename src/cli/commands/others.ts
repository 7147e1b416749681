import { didYouMean } from '../../engine/contract/closest';
import { version } from '../../engine/machine/version';
import { type CompletedShell, SHELLS } from '../completion/shells';
import { REPRODUCING } from '../options/reproducing';
import { namesOf } from '../options/table';
import { UsageError } from '../usage';
import type { Commands } from './command';
import { computing, dataFile, reading } from './groups';

export const OTHERS = {
  inspect: {
    summary: 'the columns of a table and how it was read',
    operands: [dataFile],
    options: ['json', 'table', ...reading],
    examples: [
      ['kernelscope inspect samples/flats.csv', 'delimiter, encoding, and a line for each column'],
      [
        'kernelscope inspect odd.txt --delimiter blanks --header no --table odd.csv',
        'the table as CSV, with what is known of it',
      ],
    ],
    run: async (line, { terminal }) => (await import('../inspect')).inspectCommand(line, terminal),
  },
  methods: {
    summary: 'the methods and their parameters',
    about:
      'Without an id it lists what each is for. With one it shows its parameters with ranges and defaults, and its source.',
    operands: [{ name: 'ID', names: 'method', sentence: 'the method; without it all are listed', optional: true }],
    options: ['json'],
    differs: { json: { attached: true } },
    examples: [
      ['kernelscope methods', 'the list'],
      ['kernelscope methods tkrr', 'the parameters of one, which fit --set takes'],
      ['kernelscope methods tkrr --json', 'the same as JSON'],
    ],
    run: async (line, { terminal }) => (await import('../methods')).methodsCommand(line, terminal),
  },
  reproduce: {
    summary: 'figures and tables of the papers, computed again',
    about:
      'Without an id it lists the choices and about how long each takes. With one it says what the paper claims, what is found, whether the two agree, and which settings the paper states.',
    operands: [
      { name: 'ID', names: 'reproduction', sentence: 'the figure or table; without it all are listed', optional: true },
    ],
    options: ['seed', ...namesOf(REPRODUCING), 'out', 'json', ...computing],
    differs: {
      out: {
        value: 'FOLDER',
        names: 'folder',
        sentence: 'write the numbers as CSV and Markdown, each figure as SVG and its data as CSV',
      },
    },
    examples: [
      ['kernelscope reproduce', 'the list'],
      ['kernelscope reproduce tkrr-fig2 --out figures', 'one figure, with its data'],
      ['kernelscope reproduce ckrr-table1 --file mnist.csv --quick', 'a table that needs data, on fewer rows'],
    ],
    run: async (line, { engine, terminal }) =>
      (await import('../reproduce')).reproduceCommand(line, await engine(), terminal),
  },
  'linear-algebra': {
    summary: "try this machine's libraries for linear algebra",
    about:
      'Every OpenBLAS, MKL and Accelerate that is found is held against known results and timed, in a separate process. What is found is remembered for this machine: `fit`, `recommend` and `compare` with --linear-algebra auto use the first that is correct and more than 1.3 times as fast as the bundled core, on 1,000 rows and more.',
    operands: [],
    options: [],
    examples: [['kernelscope linear-algebra', 'what there is, how fast, and what fits will use']],
    run: async (_line, { terminal, folder }) =>
      (await import('../linearAlgebra')).linearAlgebraCommand(terminal, folder),
  },
  mcp: {
    summary: 'serve language models over the Model Context Protocol',
    about:
      'A client starts it and speaks over standard input and output (docs/mcp.md). Files outside the folders are not read. Without --allow-write nothing is written.',
    operands: [
      {
        name: 'FOLDER',
        names: 'folder',
        sentence: 'a folder whose files may be read; without it the working folder',
        optional: true,
        repeated: true,
      },
    ],
    options: ['allow-write', 'history'],
    examples: [
      ['kernelscope mcp data', 'tools that read the files in data'],
      ['kernelscope mcp data --allow-write', 'and save models, exports and predictions there, as new files'],
    ],
    run: async (line, { terminal, folder }) => (await import('../mcp')).mcpCommand(line, terminal, folder),
  },
  completion: {
    summary: 'a script by which a shell completes words of the command line',
    about:
      'It completes commands, options, their values, methods and their parameters, files, and the columns of FILE once that is on the line. A column is typed with quotes where the shell would take it for something else.',
    operands: [{ name: 'SHELL', names: 'shell', sentence: Object.keys(SHELLS).join(', ') }],
    options: [],
    examples: [
      [SHELLS.bash, 'bash: in ~/.bashrc'],
      [SHELLS.zsh, 'zsh: in ~/.zshrc, behind compinit'],
      ['kernelscope completion zsh > ~/.zfunc/_kernelscope', 'zsh: or as a file in a folder of $fpath'],
      ['kernelscope completion fish > ~/.config/fish/completions/kernelscope.fish', 'fish: once'],
      [SHELLS.powershell, 'PowerShell: in $PROFILE'],
    ],
    async run({ operands: [shell] }, { terminal }) {
      if (!Object.hasOwn(SHELLS, shell)) {
        const advice = didYouMean(shell, Object.keys(SHELLS)) ?? `There are ${Object.keys(SHELLS).join(', ')}.`;
        throw new UsageError(`no words are completed in '${shell}'. ${advice}`);
      }
      const { scriptFor } = await import('../completion/scripts');
      terminal.out(scriptFor(shell as CompletedShell));
    },
  },
  help: {
    summary: 'this overview, or the page of a command',
    operands: [
      { name: 'COMMAND', names: 'command', sentence: 'the command; without it all are listed', optional: true },
    ],
    options: [],
    examples: [['kernelscope help fit', 'the options of fit']],
    run: async ({ operands: [name] }, { commands, terminal: { out, columns } }) => {
      const { overview, page } = await import('../help');
      out(name === undefined ? overview(commands, columns) : page(commands, name, columns));
    },
  },
  version: {
    summary: 'the version',
    operands: [],
    options: [],
    examples: [],
    run: async (_line, { terminal }) => terminal.out(`kernelscope ${version}\n`),
  },
} satisfies Commands;
