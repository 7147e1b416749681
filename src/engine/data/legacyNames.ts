import type { Encoding } from '../contract/encodings';

/**
 * The encodings that are distinguished by letters, with their names in jschardet. The build leaves out its tables for
 * all others (scripts/encodingTables.mjs).
 */
export const LIBRARY_NAMES: Readonly<Record<Exclude<Encoding, `utf-${string}`>, string>> = {
  'windows-1252': 'cp1252',
  'windows-1250': 'cp1250',
  'windows-1251': 'cp1251',
  'windows-1253': 'cp1253',
  'windows-1254': 'cp1254',
  'windows-1255': 'cp1255',
  'windows-1256': 'cp1256',
  'windows-1257': 'cp1257',
  'windows-1258': 'cp1258',
  'windows-874': 'cp874',
  'iso-8859-2': 'iso8859-2',
  'iso-8859-5': 'iso8859-5',
  'iso-8859-7': 'iso8859-7',
  'iso-8859-15': 'iso8859-15',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  ibm866: 'cp866',
  macintosh: 'mac-roman',
  'x-mac-cyrillic': 'mac-cyrillic',
  shift_jis: 'cp932',
  'euc-jp': 'euc_jis_2004',
  gbk: 'gb18030',
  big5: 'big5hkscs',
  'euc-kr': 'cp949',
};
