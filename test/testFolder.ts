import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A new folder, removed after the tests. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}
