/** Shells whose rules differ. `posix`: sh, bash, zsh and their kin. */
export type Shell = 'posix' | 'fish' | 'powershell' | 'cmd';

/** Characters that no shell gives a meaning to. In front, = is the path of a program to zsh, and % a job to others. */
const PLAIN = /^(?![=%])[\w@%+=:,./-]+$/;
const CONTROL = /\p{Cc}/u;

/** A word that the shell passes on as it is: nothing in it is expanded, split or run. */
export const shellWord = (word: string, shell: Shell): string => WORDS[shell](word);

/** The shell behind the path of its program: "/usr/bin/fish", "C:\\…\\pwsh.exe". */
export function shellOf(program: string): Shell {
  const name = program
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();
  if (/^(?:pwsh|powershell)/.test(name)) return 'powershell';
  return name === 'cmd' || name === 'fish' ? name : 'posix';
}

export interface ShellLine {
  readonly line: string;
  readonly shell: Shell;
}

/**
 * A command line for a shell; for PowerShell instead of cmd if there are control characters, which cmd cannot spell, as
 * its line ends at a line break.
 */
export function shellLine(words: readonly string[], asked: Shell): ShellLine {
  const shell = asked === 'cmd' && words.some((word) => CONTROL.test(word)) ? 'powershell' : asked;
  return { line: words.map((word) => shellWord(word, shell)).join(' '), shell };
}

const WORDS: Readonly<Record<Shell, (word: string) => string>> = {
  posix: posixWord,
  fish: fishWord,
  powershell: powershellWord,
  cmd: cmdWord,
};

/**
 * Nothing is expanded between single quotes, and no single quote can be inside them. Control characters, which a
 * terminal would act on where the line is pasted, are escaped.
 */
function posixWord(word: string): string {
  if (PLAIN.test(word)) return word;
  // A newline is harmless between quotes, and a substitution would lose it.
  return pieces(word, /((?!\n)\p{Cc})/u, (text) => `'${text.replaceAll("'", "'\\''")}'`, spelledByPrintf);
}

/** Between single quotes a backslash escapes a quote and itself. */
function fishWord(word: string): string {
  if (PLAIN.test(word)) return word;
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  return pieces(word, /((?!\n)\p{Cc})/u, quoted, (character) => `\\u${hex(character, 4)}`);
}

/**
 * Every character that PowerShell takes as a single quote is doubled. Between barewords a comma makes a list, and a
 * point or a colon in one with a dash splits it.
 */
function powershellWord(word: string): string {
  if (/^(?:--?[\w=-]+|[A-Za-z_./][\w+=:./-]*)$/.test(word)) return word;
  const parts = word.split(/(\p{Cc})/u).map((part, i) => {
    if (i % 2 === 1) return `[char]0x${hex(part, 2)}`;
    return `'${part.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  });
  return parts.length === 1 ? parts[0] : `(${parts.join('+')})`;
}

/**
 * In double quotes, with quotes inside doubled and backslashes before them too. A percent sign is placed outside the
 * quotes, with a caret that keeps the name of a variable from ending there.
 */
function cmdWord(word: string): string {
  if (/^[\w@+=:,./\\-]+$/.test(word) && !word.endsWith('\\')) return word;
  const quoted = word.replace(/(\\*)("|%|$)/g, (_, slashes, next) => {
    if (next === '%') return `${slashes}${slashes}"^%"`;
    return next === '"' ? `${slashes}${slashes}""` : `${slashes}${slashes}`;
  });
  return `"${quoted}"`;
}

function pieces(
  word: string,
  apart: RegExp,
  quoted: (text: string) => string,
  spelled: (character: string) => string,
): string {
  const parts = word.split(apart);
  const said = parts.map((part, i) => {
    if (i % 2 === 1) return spelled(part);
    return part === '' && parts.length > 1 ? '' : quoted(part);
  });
  return said.join('');
}

const hex = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, '0');

function spelledByPrintf(character: string): string {
  // The bytes of UTF-8, of which a control character has one or two.
  const code = character.charCodeAt(0);
  const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
}

/** A text as it is typed on in bash, behind an opening quote or outside of any. */
export function typedOn(text: string, quote: '' | '"' | "'"): string {
  switch (quote) {
    case "'":
      return text.replaceAll("'", "'\\''");
    case '"':
      // Between double quotes nothing prevents a ! from meaning an earlier command.
      return text.replace(/[\\"$`]/g, '\\$&').replaceAll('!', `"'!'"`);
    default:
      return PLAIN.test(text) ? text : text.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, '\\$&');
  }
}
