import { chardet } from 'jschardet';
import { platform } from '../../platform/platform';
import type { NamedReading } from '../contract/data';
import { ENCODING_NAMES, type Encoding } from '../contract/encodings';
import { decodedBy } from './decoded';
import type { Detected } from './doubts';
import { LIBRARY_NAMES } from './legacyNames';

/** The most bytes of words that are looked at. */
const SAMPLE = 4096;
/** The most bytes of a word. */
const WORD = 64;

const NAME_OF: ReadonlyMap<string | null, Encoding> = new Map(
  Object.entries(LIBRARY_NAMES).map(([name, library]) => [library, name as keyof typeof LIBRARY_NAMES]),
);
const OPTIONS = { includeEncodings: Object.values(LIBRARY_NAMES), ignoreThreshold: true, compatNames: false };

/** How much more frequent these encodings are than the others: the library judges only by the letters of a language. */
const USUAL: { readonly [name in Encoding]?: number } = { 'windows-1252': 1.35, 'iso-8859-15': 0.9 };
/** The number of words whose evidence weighs as much as the expected encoding, that of the training rows; and of an expected name. */
const ALIKE = 12;

/** Signs that stand beside numbers and words. */
const SIGNS = '°±²³µ€£§·–—‘’“”„…«»¿¡º½¼©®™\u00a0';
/**
 * The signs of a text in a wrong encoding: a capital behind a small letter, Ÿ in front of one (ü of Mac Roman), signs within or behind words, letters of
 * two scripts in one word, control characters and private-use characters.
 */
const ODD = new RegExp(
  [
    String.raw`\p{Ll}(?=\p{Lu})(?:(?<=[^\0-\x7f])|(?=[^\0-\x7f]))`,
    String.raw`Ÿ(?=\p{Ll})`,
    String.raw`(?<=\p{L})[^\0-\x7f\p{L}\p{M}’·](?=\p{L})`,
    String.raw`\p{Script=Latin}(?=[\p{L}--\p{Script=Latin}])|[\p{L}--\p{Script=Latin}](?=\p{Script=Latin})`,
    String.raw`[[\x80-\x9f\ue000-\uf8ff\p{S}]--[\0-\x7f${SIGNS}]]`,
  ].join('|'),
  'gv',
);

/** The encoding detected for bytes of a text that are not UTF-8. */
export interface DetectedEncoding extends Detected<Encoding> {
  /** Its longest word, and whether its characters make words at all. */
  readonly example: string;
  readonly words: boolean;
}

/**
 * The encoding of a text by its words that are not ASCII: by the library's judgement of their letters, by how odd they
 * look, and by which encodings are usual; `like` counts more, and most one in which names of `columns` stand that the
 * text should have. The margin is to the next encoding in which the text differs.
 */
export function legacyEncoding(
  bytes: Uint8Array,
  like: Encoding | undefined,
  columns: readonly Pick<NamedReading, 'name'>[] = [],
): DetectedEncoding {
  const { words, count } = wordsOf(bytes);
  const wanted = new Set(columns.flatMap(({ name }) => name.match(/[@-\uffff]+/g) ?? []));
  const scores = new Map<Encoding, { readonly text: string; readonly odd: number; readonly score: number }>();
  const confidences = new Map(
    chardet.detectAll(words, OPTIONS).map(({ encoding, confidence }) => [NAME_OF.get(encoding), confidence]),
  );
  const judged = [...confidences.keys()].filter((name) => name !== undefined);
  for (const name of wanted.size > 0 ? new Set([...judged, ...NAME_OF.values()]) : judged) {
    const text = decoded(words, name);
    if (text === undefined) continue;
    const named = text.split(' ').filter((word) => wanted.has(word)).length;
    const odd = named > 0 ? 0 : oddShare(text);
    const usual = (USUAL[name] ?? 1) * (name === like ? 1 + ALIKE / count : 1);
    scores.set(name, { text, odd, score: ALIKE * named + (confidences.get(name) ?? 0) * usual * Math.exp(-2 * odd) });
  }
  const [best, ...others] = [...scores].sort(([, a], [, b]) => b.score - a.score);
  if (!best) return { value: 'windows-1252', margin: 0, example: decoded(words, 'windows-1252') ?? '', words: false };
  const { text, odd, score } = best[1];
  // Among the encodings in which the text is the same, the one that people use most.
  const value = [like ?? 'utf-8', ...ENCODING_NAMES].find((name) => scores.get(name)?.text === text) ?? best[0];
  const next = others.find(([, other]) => other.text !== text);
  const example = text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '');
  return {
    value,
    margin: next ? 1 - next[1].score / score : 1,
    example,
    words: odd < 0.5,
  };
}

/**
 * Every word with a byte beyond ASCII once, one after another. No second byte of a character is below 0x40, except for
 * digits.
 */
function wordsOf(bytes: Uint8Array): { readonly words: Uint8Array; readonly count: number } {
  const words = new Set<string>();
  let length = 0;
  for (const [word] of platform.latin1(bytes).matchAll(/[@-\xff]+/g)) {
    if (word.length > WORD || !/[\x80-\xff]/.test(word) || words.has(word)) continue;
    words.add(word);
    length += word.length + 1;
    if (length > SAMPLE) break;
  }
  return { words: Uint8Array.from([...words].join(' '), (sign) => sign.charCodeAt(0)), count: words.size };
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return decodedBy(new TextDecoder(encoding, { fatal: true }), bytes);
  } catch {
    return undefined;
  }
}

function oddShare(text: string): number {
  const high = text.match(/[^\0-\x7f]/g)?.length ?? 1;
  return Math.min(1, (text.match(ODD)?.length ?? 0) / high);
}
