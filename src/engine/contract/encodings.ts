/**
 * The encodings of text that can be read, by their names in the WHATWG's Encoding Standard, which `TextDecoder` follows: each with its title for
 * a person, and its name in Python.
 */
export const ENCODINGS = {
  'utf-8': { title: 'UTF-8', python: 'utf-8-sig' },
  'utf-16le': { title: 'UTF-16, little-endian', python: 'utf-16-le' },
  'utf-16be': { title: 'UTF-16, big-endian', python: 'utf-16-be' },
  'windows-1252': { title: 'Windows-1252 (Western European, Latin-1)', python: 'cp1252' },
  'windows-1250': { title: 'Windows-1250 (Central European)', python: 'cp1250' },
  'windows-1251': { title: 'Windows-1251 (Cyrillic)', python: 'cp1251' },
  'windows-1253': { title: 'Windows-1253 (Greek)', python: 'cp1253' },
  'windows-1254': { title: 'Windows-1254 (Turkish)', python: 'cp1254' },
  'windows-1255': { title: 'Windows-1255 (Hebrew)', python: 'cp1255' },
  'windows-1256': { title: 'Windows-1256 (Arabic)', python: 'cp1256' },
  'windows-1257': { title: 'Windows-1257 (Baltic)', python: 'cp1257' },
  'windows-1258': { title: 'Windows-1258 (Vietnamese)', python: 'cp1258' },
  'windows-874': { title: 'Windows-874 (Thai)', python: 'cp874' },
  'iso-8859-2': { title: 'ISO-8859-2 (Central European)', python: 'iso8859-2' },
  'iso-8859-5': { title: 'ISO-8859-5 (Cyrillic)', python: 'iso8859-5' },
  'iso-8859-7': { title: 'ISO-8859-7 (Greek)', python: 'iso8859-7' },
  'iso-8859-15': { title: 'ISO-8859-15 (Western European with €)', python: 'iso8859-15' },
  'koi8-r': { title: 'KOI8-R (Russian)', python: 'koi8-r' },
  'koi8-u': { title: 'KOI8-U (Ukrainian)', python: 'koi8-u' },
  ibm866: { title: 'IBM866 (Cyrillic of DOS)', python: 'cp866' },
  macintosh: { title: 'Mac Roman (Western European)', python: 'mac-roman' },
  'x-mac-cyrillic': { title: 'Mac Cyrillic', python: 'mac-cyrillic' },
  shift_jis: { title: 'Shift-JIS (Japanese)', python: 'cp932' },
  'euc-jp': { title: 'EUC-JP (Japanese)', python: 'euc-jp' },
  gbk: { title: 'GBK (Chinese)', python: 'gb18030' },
  big5: { title: 'Big5 (traditional Chinese)', python: 'big5hkscs' },
  'euc-kr': { title: 'EUC-KR (Korean)', python: 'cp949' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly python: string }>>;

export type Encoding = keyof typeof ENCODINGS;

export const ENCODING_NAMES = Object.keys(ENCODINGS) as readonly Encoding[];
