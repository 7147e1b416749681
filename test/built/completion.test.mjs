// Words completed in real shells: keys are typed into a terminal, and what the command is then given is read.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { onPath, root } from '../../scripts/prerequisites.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
const cli = join(root, 'dist/cli.js');
const log = join(folder, 'log');
mkdirSync(join(folder, 'bin'));
mkdirSync(join(folder, 'data'));
writeFileSync(
  join(folder, 'rows.csv'),
  "sound level,sound power,$(touch pwned),it's,a=b,!x,y\n1,2,3,4,5,6,7\n2,3,4,5,6,7,8\n",
);
// The command itself when a script asks; otherwise each of its words in a line.
writeFileSync(
  join(folder, 'bin/kernelscope'),
  `#!/bin/sh
if [ "$1" = __complete ]; then exec '${process.execPath}' '${cli}' "$@"; fi
printf '<%s>' "$@" >> '${log}'; echo >> '${log}'
`,
  { mode: 0o755 },
);

const environment = {
  PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
  HOME: folder,
  ZDOTDIR: folder,
  TERM: 'xterm',
  LANG: 'C.UTF-8',
};
const script = (/** @type {string} */ shell) =>
  spawnSync(process.execPath, [cli, 'completion', shell], { encoding: 'utf8' }).stdout;
const absent = (/** @type {string[]} */ ...programs) => {
  const missing = programs.find((program) => !onPath(program));
  return process.platform !== 'linux' ? 'script(1) has other options here' : missing && `there is no ${missing} here`;
};

/** Typed lines, where > is the Tab key, each with the words that the command is then given. */
const TYPED = [
  ['ins>', '<inspect>'],
  ['fit ro>--target sound\\ l>', '<fit><rows.csv><--target><sound level>'],
  ["fit rows.csv --target 'sound p>", '<fit><rows.csv><--target><sound power>'],
  ["fit rows.csv --target '$>", '<fit><rows.csv><--target><$(touch pwned)>'],
  ['fit rows.csv --target=it>', "<fit><rows.csv><--target=it's>"],
  ['fit rows.csv --target "it>', "<fit><rows.csv><--target><it's>"],
  ['fit rows.csv --target \\!>', '<fit><rows.csv><--target><!x>'],
  ['fit rows.csv --features y,a>', '<fit><rows.csv><--features><y,a=b>'],
  ['fit rows.csv --set ker>matern5>', '<fit><rows.csv><--set><kernel=matern52>'],
  ['fit rows.csv --tar>y --kind=a>num>', '<fit><rows.csv><--target><y><--kind=a=b=number>'],
  ['predict m ro>--keep', '<predict><m><rows.csv><--keep>'],
];

/** Types these lines into an interactive shell. */
function typeInto(/** @type {string} */ command) {
  writeFileSync(log, '');
  const keys = TYPED.map(([line]) => `kernelscope ${line.replaceAll('>', '\t')}\n`).join('');
  const { error, stdout } = spawnSync('script', ['-qfec', command, '/dev/null'], {
    cwd: folder,
    env: environment,
    input: `${keys}exit\n`,
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.equal(error, undefined);
  return { given: readFileSync(log, 'utf8').trim().split('\n'), stdout };
}

const EXPECTED = TYPED.map(([, words]) => words);

test('in bash', { skip: absent('bash', 'script') }, () => {
  writeFileSync(join(folder, '.bashrc'), `${script('bash')}\nPS1='$ '\n`);
  const { given, stdout } = typeInto(`bash --noprofile --rcfile ${folder}/.bashrc -i`);
  assert.deepEqual(given, EXPECTED, stdout);
});

test('in zsh, its script sourced, and as a file that is found', { skip: absent('zsh', 'script') }, () => {
  const start = "autoload -Uz compinit && compinit -u -D\nPS1='$ '\n";
  writeFileSync(join(folder, 'sourced'), script('zsh'));
  writeFileSync(join(folder, '.zshrc'), `${start}source ${folder}/sourced\n`);
  const sourced = typeInto('zsh -i');
  assert.deepEqual(sourced.given, EXPECTED, sourced.stdout);
  mkdirSync(join(folder, 'zfunc'));
  writeFileSync(join(folder, 'zfunc/_kernelscope'), script('zsh'));
  writeFileSync(join(folder, '.zshrc'), `fpath=(${folder}/zfunc $fpath)\n${start}`);
  const found = typeInto('zsh -i');
  assert.deepEqual(found.given, EXPECTED, found.stdout);
});

test('in fish', { skip: absent('fish') }, () => {
  writeFileSync(join(folder, 'kernelscope.fish'), script('fish'));
  /** The words that fish offers, without what they mean. */
  const offered = (/** @type {string} */ line) =>
    spawnSync('fish', ['--no-config', '-c', `source ${folder}/kernelscope.fish; complete -C $argv`, line], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    })
      .stdout.trim()
      .split('\n')
      .map((words) => words.split('\t')[0]);
  for (const [line, ...words] of [
    ['ins', 'inspect'],
    ['fit ro', 'rows.csv'],
    ['fit rows.csv --target sound\\ l', 'sound level'],
    ["fit rows.csv --target 'sound ", 'sound level', 'sound power'],
    ['fit rows.csv --target \\$', '$(touch pwned)'],
    ['fit rows.csv --target=it', "--target=it's"],
    ['fit rows.csv --set ker', 'kernel='],
    ['fit rows.csv --set kernel=matern5', 'kernel=matern52'],
    ['fit rows.csv --save=ro', '--save=rows.csv'],
    ['fit rows.csv --out da', 'data/'],
    ['fit rows.csv --task ', 'auto', 'classify', 'regress'],
    ['fit rows.csv --target', '--target'],
  ])
    assert.deepEqual(offered(`kernelscope ${line}`).sort(), words, line);
});

/** Where there is no PowerShell, only the answers for it are tested (test/cli/completion.test.ts). */
const inPowerShell = () => {
  const line = "kernelscope fit rows.csv --target 'it";
  const complete = `[System.Management.Automation.CommandCompletion]::CompleteInput("${line}", ${line.length}, $null).CompletionMatches.CompletionText`;
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', `${script('powershell')}\n${complete}`], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), "'it''s'");
};
if (onPath('pwsh')) test('in PowerShell', inPowerShell);

test('commands and options are completed without the engine', () => {
  copyFileSync(cli, join(folder, 'alone.js'));
  const words = spawnSync(process.execPath, [join(folder, 'alone.js'), '__complete', 'zsh', 'fit', '--ta'], {
    encoding: 'utf8',
  });
  assert.match(words.stdout, /^--target\t/m);
});

test('nothing of a name was run', () => {
  assert.equal(readdirSync(folder).includes('pwned'), false);
});
