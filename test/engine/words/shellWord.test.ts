import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { type Shell, shellLine, shellOf, shellWord, typedOn } from '../../../src/engine/words/shellWord';

const NAMES = [
  'plain',
  'two words',
  "it's",
  '$(touch pwned)',
  '`id`',
  '"quoted"',
  ' edges ',
  '--target=a,b',
  'C:\\data\\',
  'new\nline',
  '%PATH%',
  '%self',
  '!x',
  '~',
  '#no',
  'é ∂ 大小 👩‍🔬',
  'escape \u001b[201~ \u0007\u009b!',
  '\u001b',
  '',
];
/** Signs, most of which have a meaning to shells, drawn into words. */
const SIGNS = [...' \t\n\'"`$\\!*?[]{}()<>|&;#~%=,:@^-+.aB1é大\u0007\u009b', '$(', '$x{', "'\\''", '\\\\'];

function* drawn(count: number): Generator<string> {
  const random = new Random(3);
  for (let i = 0; i < count; i++) {
    const length = 1 + random.below(9);
    yield Array.from({ length }, () => SIGNS[random.below(SIGNS.length)]).join('');
  }
}

/** The words that a shell makes of a line of words that are given to printf. */
function wordsOf(program: readonly string[], words: string): readonly string[] | undefined {
  const [shell, ...options] = program;
  const { stdout, error } = spawnSync(shell, [...options, '-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' });
  return error ? undefined : stdout.split('\0').slice(0, -1);
}

const SHELLS: readonly (readonly [program: readonly string[], shell: Shell])[] = [
  [['sh'], 'posix'],
  [['bash', '--norc'], 'posix'],
  [['zsh', '-f'], 'posix'],
  [['fish', '--no-config'], 'fish'],
];

for (const [program, shell] of SHELLS) {
  const absent = spawnSync(program[0], ['-c', ':']).error !== undefined;
  test(`${program[0]} hands every word on as it is`, { skip: absent && `there is no ${program[0]} here` }, () => {
    const words = [...NAMES, ...drawn(400)];
    assert.deepEqual(wordsOf(program, words.map((word) => shellWord(word, shell)).join(' ')), words);
  });
}

test('bash takes what is typed on as it is, behind each kind of quote', () => {
  const words = [...NAMES, ...drawn(400)].filter((word) => word !== '' && !/\p{Cc}/u.test(word));
  for (const quote of ['', '"', "'"] as const)
    assert.deepEqual(
      wordsOf(['bash'], words.map((word) => `${quote}${typedOn(word, quote)}${quote}`).join(' ')),
      words,
    );
});

test('no control character but a newline stands in a line, where a terminal would act on it', () => {
  for (const shell of ['posix', 'fish', 'powershell'] as const)
    for (const word of [...NAMES, ...drawn(200)]) assert.doesNotMatch(shellWord(word, shell), /(?!\n)\p{Cc}/u, word);
});

test('PowerShell: single quotes of any form doubled, barewords only where nothing parts them', () => {
  const says = (word: string) => shellWord(word, 'powershell');
  assert.equal(says('kernelscope'), 'kernelscope');
  assert.equal(says('--target=y'), '--target=y');
  // Between barewords a comma makes a list, and a point parts a word that begins with a dash.
  assert.equal(says('--features=a,b'), "'--features=a,b'");
  assert.equal(says('--set=lambda=0.5'), "'--set=lambda=0.5'");
  assert.equal(says('1kb'), "'1kb'");
  assert.equal(says('$(id)"`'), "'$(id)\"`'");
  assert.equal(says("it's ‘so’"), "'it''s ‘‘so’’'");
  assert.equal(says('C:\\a b\\'), "'C:\\a b\\'");
  assert.equal(says('a\n\u001bb'), "('a'+[char]0x0a+''+[char]0x1b+'b')");
  assert.equal(says(''), "''");
});

/** The rules by which a program's arguments are parted on Windows, after what cmd does to a line. */
function windowsWords(line: string): string[] {
  let open = false;
  let said = '';
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') open = !open;
    if (line[i] === '^' && !open) said += line[++i] ?? '';
    else {
      assert.ok(open || !/[&|<>()]/.test(line[i]), `cmd acts on ${line[i]} of ${line}`);
      said += line[i];
    }
  }
  const words: string[] = [];
  for (const [word] of said.matchAll(/(?:\\*"(?:\\*""|\\+"|[^"])*"|[^\s"])+/g)) words.push(word);
  return words.map((word) => {
    let text = '';
    let quoted = false;
    for (let i = 0; i < word.length; ) {
      const [slashes] = /^\\*/.exec(word.slice(i)) as RegExpExecArray;
      i += slashes.length;
      if (word[i] !== '"') {
        text += `${slashes}${word[i] ?? ''}`;
        i++;
        continue;
      }
      text += '\\'.repeat(Math.floor(slashes.length / 2));
      if (slashes.length % 2 === 1) text += '"';
      else if (quoted && word[i + 1] === '"') {
        text += '"';
        i++;
      } else quoted = !quoted;
      i++;
    }
    return text;
  });
}

test('cmd: nothing is acted on, and the program has the words', () => {
  const words = [...NAMES, ...drawn(400)].filter((word) => word !== '' && !/\p{Cc}/u.test(word));
  for (const word of words) assert.deepEqual(windowsWords(shellWord(word, 'cmd')), [word], shellWord(word, 'cmd'));
  assert.equal(shellWord('C:\\data\\a.csv', 'cmd'), 'C:\\data\\a.csv');
  assert.equal(shellWord('two words\\', 'cmd'), '"two words\\\\"');
  assert.equal(shellWord('%PATH%', 'cmd'), '""^%"PATH"^%""');
  // Only spaces around it would let a name between two percent signs stand for a variable.
  for (const word of words) assert.doesNotMatch(shellWord(word, 'cmd'), /%\w+%/);
});

test('what cmd cannot take is said for PowerShell', () => {
  assert.deepEqual(shellLine(['a', 'b\nc'], 'cmd'), { line: "a ('b'+[char]0x0a+'c')", shell: 'powershell' });
  assert.deepEqual(shellLine(['a', 'b c'], 'cmd'), { line: 'a "b c"', shell: 'cmd' });
});

test('a shell is known by its program', () => {
  for (const [program, shell] of [
    ['/bin/bash', 'posix'],
    ['/usr/bin/zsh', 'posix'],
    ['/opt/homebrew/bin/fish', 'fish'],
    ['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', 'powershell'],
    ['/usr/bin/pwsh', 'powershell'],
    ['pwsh-preview', 'powershell'],
    ['C:\\WINDOWS\\System32\\cmd.exe', 'cmd'],
    ['C:\\Program Files\\Git\\bin\\bash.exe', 'posix'],
    ['', 'posix'],
  ] as const)
    assert.equal(shellOf(program), shell, program);
});
