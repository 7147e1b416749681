import { KernelscopeError } from '../../contract/failure';
import { count } from '../../words/numbers';
import { POWERS } from '../numbers';
import type { Key, KeyTable } from './keys';

/** The number of digits that a double holds in any case. */
const EXACT_DIGITS = 15;
/** The depth down to which objects within objects become columns; deeper ones are left out, as lists are. */
const DEEPEST = 16;

const QUOTE = 34;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const OPEN_LIST = 91;
const OPEN = 123;
const CLOSE = 125;

const WORDS = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'];

/** Receives the values of the objects, in the order of the line. */
export interface ObjectSink {
  /** The values that follow are of the object in this line. */
  begin(line: number): void;
  /** A number: its value, or NaN when it has too many digits or an exponent, and its place in the text. */
  number(key: Key, value: number, text: string, start: number, end: number): void;
  /** A text without its quotes, or true or false. */
  word(key: Key, word: string): void;
  null(key: Key): void;
  /** A list, or an object that is nested too deeply. */
  nested(key: Key): void;
  /** The object ends. */
  end(): void;
}

/**
 * Reads JSON Lines (jsonlines.org): an object on every line, blank lines aside. It passes over the characters once and
 * never makes an object or a list: keys are compared with those of the line before, numbers are read in place. NaN and
 * Infinity, which are not JSON but are written by Python, are texts. Throws `data/malformed` with the line.
 */
export class ObjectLines {
  private text = '';
  /** The position where the line ends. */
  private end = 0;
  private at = 0;
  private line = 0;

  constructor(
    private readonly keys: KeyTable,
    private readonly sink: ObjectSink,
    private readonly file: string,
  ) {}

  /** Reads complete lines that end in LF, except perhaps the last. */
  read(text: string): void {
    this.text = text;
    for (let from = 0; from < text.length; from = this.end + 1) {
      const end = text.indexOf('\n', from);
      this.end = end < 0 ? text.length : end;
      this.at = from;
      this.line++;
      if (this.next() === undefined) continue;
      this.sink.begin(this.line);
      this.object(this.keys, 0);
      if (this.next() !== undefined) throw this.broken('it goes on behind the object');
      this.sink.end();
    }
  }

  /** The code of the next character that is no blank; undefined at the end of the line. */
  private next(): number | undefined {
    const { text, end } = this;
    for (; this.at < end; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code !== 32 && code !== 9 && code !== 13) return code;
    }
    return undefined;
  }

  private object(keys: KeyTable, depth: number): void {
    if (this.next() !== OPEN) throw this.broken('an object in braces is expected');
    this.at++;
    if (this.next() === CLOSE) {
      this.at++;
      return;
    }
    for (let position = 0; ; position++) {
      const key = this.key(keys, position);
      if (this.next() !== COLON) throw this.broken('a colon is missing');
      this.at++;
      this.value(key, depth);
      const code = this.next();
      this.at++;
      if (code === CLOSE) return;
      if (code !== COMMA) throw this.broken(code === undefined ? 'it ends within the object' : 'a comma is missing');
      this.next();
    }
  }

  private key(keys: KeyTable, position: number): Key {
    const { text, at } = this;
    const expected = keys.order[position];
    if (expected !== undefined && text.startsWith(expected.spelt, at)) {
      this.at += expected.spelt.length;
      return expected;
    }
    if (this.next() !== QUOTE) throw this.broken('a key in double quotes is expected');
    const start = this.at;
    const name = this.quoted();
    const key = keys.find(text.slice(start, this.at), name);
    keys.order[position] = key;
    return key;
  }

  private value(key: Key, depth: number): void {
    const code = this.next();
    if (code === QUOTE) this.sink.word(key, this.quoted());
    else if (code === OPEN_LIST || (code === OPEN && depth + 1 >= DEEPEST)) this.skipNested(key);
    else if (code === OPEN) this.object(key.members(), depth + 1);
    else if (code !== undefined && code >= ZERO && code <= ZERO + 9) this.number(key);
    else this.word(key, WORDS.find((word) => this.text.startsWith(word, this.at)) ?? '');
  }

  private word(key: Key, word: string): void {
    if (word === '') {
      if (this.next() !== MINUS) throw this.broken('a value is expected');
      this.number(key);
      return;
    }
    this.at += word.length;
    if (word === 'null') this.sink.null(key);
    else this.sink.word(key, word);
  }

  private number(key: Key): void {
    const { text } = this;
    const start = this.at;
    const negative = text.charCodeAt(start) === MINUS;
    let p = negative ? start + 1 : start;
    const first = p;
    let mantissa = 0;
    let code = text.charCodeAt(p);
    while (code >= ZERO && code <= ZERO + 9) {
      mantissa = mantissa * 10 + (code - ZERO);
      code = text.charCodeAt(++p);
    }
    let digits = p - first;
    if (digits === 0 || (digits > 1 && text.charCodeAt(first) === ZERO)) throw this.broken('a number is malformed');
    let scale = 0;
    if (code === POINT) {
      const from = ++p;
      code = text.charCodeAt(p);
      while (code >= ZERO && code <= ZERO + 9) {
        mantissa = mantissa * 10 + (code - ZERO);
        code = text.charCodeAt(++p);
      }
      scale = p - from;
      digits += scale;
      if (scale === 0) throw this.broken('a number is malformed');
    }
    let exact = digits <= EXACT_DIGITS;
    if (code === 69 || code === 101) {
      exact = false;
      code = text.charCodeAt(++p);
      if (code === PLUS || code === MINUS) code = text.charCodeAt(++p);
      const from = p;
      while (code >= ZERO && code <= ZERO + 9) code = text.charCodeAt(++p);
      if (p === from) throw this.broken('a number is malformed');
    }
    this.at = p;
    const value = mantissa / POWERS[exact ? scale : 0];
    this.sink.number(key, exact ? (negative ? -value : value) : Number.NaN, text, start, p);
  }

  /** The text between this quote and the one that closes it; reading goes on behind that. */
  private quoted(): string {
    const { text, end } = this;
    const start = this.at + 1;
    let close = text.indexOf('"', start);
    while (close >= 0 && close < end && escaped(text, start, close)) close = text.indexOf('"', close + 1);
    if (close < 0 || close >= end) throw this.broken('a quote is not closed');
    this.at = close + 1;
    const content = text.slice(start, close);
    if (!content.includes('\\')) return content;
    try {
      // An unescaped tab is not JSON, but does no harm.
      return JSON.parse(`"${content.replaceAll('\t', '\\t')}"`) as string;
    } catch {
      throw this.broken('a text has a backslash that escapes nothing, or a control character');
    }
  }

  /** Passes over a list or an object to the bracket that closes it. */
  private skipNested(key: Key): void {
    let depth = 0;
    do {
      const code = this.next();
      if (code === undefined) throw this.broken('a bracket is not closed');
      if (code === QUOTE) this.quoted();
      else {
        // Brackets and braces differ in one bit only.
        if ((code | 32) === OPEN) depth++;
        else if ((code | 32) === CLOSE) depth--;
        this.at++;
      }
    } while (depth > 0);
    this.sink.nested(key);
  }

  private broken(why: string): KernelscopeError {
    const message = `Line ${count(this.line)} of ${this.file} is not a JSON object: ${why}. Correct the line, or remove it; each line holds one object.`;
    return new KernelscopeError('data/malformed', message, { name: this.file, line: this.line });
  }
}

/** True when an odd number of backslashes stands in front. */
function escaped(text: string, start: number, at: number): boolean {
  let p = at;
  while (p > start && text.charCodeAt(p - 1) === 92) p--;
  return (at - p) % 2 === 1;
}
