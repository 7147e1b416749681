// Packs a .vsix, or any other zip archive, anew, whose path is its first word: the same entries in the same order, deflated harder than vsce does.
import { deepEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endOf, readZip, zipEntries } from '../test/e2e/zip.mjs';
import { root } from './prerequisites.mjs';

/** Bytes of an entry beyond which it stays as it is: three seconds for each megabyte. */
const MOST = 4_000_000;
const DEFLATED = 8;

/** @type {(bytes: Uint8Array, options: { numiterations: number }) => Promise<Uint8Array>} */
const harder = promisify(createRequire(join(root, 'packaging/package.json'))('@gfx/zopfli').deflate);

/** A record of the directory for an entry that stands elsewhere, with other bytes, and the header in front of these (PKWARE APPNOTE 4.3). */
function headed(/** @type {Buffer} */ before, /** @type {Uint8Array} */ bytes, /** @type {number} */ at) {
  const record = Buffer.from(before);
  // Sizes stand in the header, not behind the bytes.
  record[8] &= ~8;
  record.writeUInt32LE(bytes.length, 20);
  record.writeUInt32LE(at, 42);
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04');
  // From the version that unpacks it to the length of the name both say the same.
  record.copy(header, 4, 6, 30);
  return { record, header: Buffer.concat([header, record.subarray(46, 46 + record.readUInt16LE(28))]) };
}

/**
 * An archive's entries deflated anew where that is shorter, with what follows them.
 * @param {Buffer} zip
 * @param {ReadonlyMap<string, Buffer>} contents
 */
async function packed(zip, contents) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const { name, record: listed, bytes } of zipEntries(zip)) {
    const content = contents.get(name);
    const small = listed.readUInt16LE(10) === DEFLATED && content !== undefined && content.length <= MOST;
    const anew = small ? await harder(content, { numiterations: 5 }) : bytes;
    const shorter = anew.length < bytes.length ? anew : bytes;
    const { record, header } = headed(listed, shorter, at);
    parts.push(header, shorter);
    directory.push(record);
    at += header.length + shorter.length;
  }
  const end = Buffer.from(zip.subarray(endOf(zip)));
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const [, , file] = process.argv;
const contents = readZip(file);
writeFileSync(file, await packed(readFileSync(file), contents));
deepEqual([...readZip(file)], [...contents], `${file} was packed anew, and holds something else.`);
