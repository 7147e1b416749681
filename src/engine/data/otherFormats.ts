import { platform } from '../../platform/platform';
import { KernelscopeError } from '../contract/failure';

/** The kind of a file that is no table, and what to do with it. */
type Other = readonly [what: string, advice: string];

const EXPORT = 'Export its table as CSV.';
const IN_EXCEL = 'Save it as CSV: in Excel by File, Save As, "CSV UTF-8".';
const IN_LIBREOFFICE = 'Save it as CSV: in LibreOffice by File, Save As, "Text CSV".';

const SIGNATURES: readonly (readonly [string, ...Other])[] = [
  ['%PDF', 'a PDF', EXPORT],
  // Compressed as a whole; plain Parquet files are read.
  ['PAR1\u0015', 'a compressed Parquet file', 'Unpack it: Parquet compresses by itself.'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Excel workbook, or one with a password', IN_EXCEL],
  ['SQLite format 3', 'an SQLite database', 'Export a table as CSV.'],
  ['\u0089HDF', 'an HDF5 file', 'Export a table as CSV.'],
  ['ARROW1\u0000', 'an Arrow or Feather file', 'Save it as CSV.'],
  ['Obj\u0001', 'an Avro file', 'Save it as CSV or JSON Lines.'],
];

/** Archives are recognised by the names of the files in them, which stand in plain text in front of each. */
const ARCHIVE = 'PK\u0003\u0004';
const ARCHIVES: readonly (readonly [string, ...Other])[] = [
  ['application/vnd.oasis.opendocument.spreadsheet', 'an OpenDocument spreadsheet', IN_LIBREOFFICE],
  ['xl/', 'an Excel workbook', IN_EXCEL],
  ['[Content_Types].xml', 'an Office document', 'Save its table as CSV.'],
];
const ZIP: Other = ['a ZIP archive', 'Extract the table in it, or choose a gzip or zstd file.'];
/** The number of bytes of an archive to look for names in. */
const NAMES_WITHIN = 1 << 16;

const WEB_PAGE = /^\s*(?:<!doctype html|<html\b)/i;
const XML_WORKBOOK = /^\s*<\?xml\b[\s\S]{0,2000}<(?:\w+:)?Workbook\b/;

/** Throws `file/binary` for the beginning of a file that some other program reads, whatever the file's name. */
export function refuseOtherFormats(start: Uint8Array, name: string): void {
  const found = otherFormat(start);
  if (found === undefined) return;
  const [what, advice] = found;
  throw new KernelscopeError('file/binary', `${name} looks like ${what}, which cannot be read. ${advice}`, { name });
}

function otherFormat(start: Uint8Array): Other | undefined {
  const head = platform.latin1(start.subarray(0, 4096));
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature));
  if (signed) return [signed[1], signed[2]];
  if (head.startsWith(ARCHIVE)) {
    const names = platform.latin1(start.subarray(0, NAMES_WITHIN));
    const known = ARCHIVES.find(([within]) => names.includes(within));
    return known ? [known[1], known[2]] : ZIP;
  }
  if (WEB_PAGE.test(head)) return ['a web page', 'Download the table itself, or save it as CSV.'];
  return XML_WORKBOOK.test(head) ? ['an Excel workbook in XML', IN_EXCEL] : undefined;
}
