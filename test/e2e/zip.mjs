import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The offset of the last record of a zip archive. */
export function endOf(/** @type {Buffer} */ zip) {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new Error('This is no zip archive.');
  return end;
}

/** The entries of a zip archive (a .vsix is one) as they are packed, each with its record in the central directory (PKWARE APPNOTE 4.3). */
export function* zipEntries(/** @type {Buffer} */ zip) {
  const end = endOf(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory of this archive is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const record = zip.subarray(at, at + 46 + nameLength + extraLength + commentLength);
    const local = record.readUInt32LE(42);
    // The local header repeats the name and has an extra field of its own length.
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + record.readUInt32LE(20));
    yield { name: record.toString('utf8', 46, 46 + nameLength), record, bytes };
    at += record.length;
  }
}

/**
 * The files of a zip archive and their contents.
 * @returns {Map<string, Buffer>}
 */
export function readZip(/** @type {string} */ path) {
  const files = new Map();
  for (const { name, record, bytes } of zipEntries(readFileSync(path)))
    if (!name.endsWith('/')) files.set(name, record.readUInt16LE(10) === DEFLATED ? inflateRawSync(bytes) : bytes);
  return files;
}
