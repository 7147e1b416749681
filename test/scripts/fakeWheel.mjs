import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAME, VERSION, WHEELS } from '../../scripts/openblas.mjs';

export const LICENCE = 'Copyright of nobody\n';

/** Makes a stand-in for an unpacked wheel of OpenBLAS: a library that is none, and its licence. Returns the folder. */
export function fakeWheel(/** @type {string} */ folder, /** @type {string} */ target) {
  const [library, licences] = [join(folder, NAME, 'lib'), join(folder, `${NAME}-${VERSION}.dist-info/licenses`)];
  for (const made of [library, licences]) mkdirSync(made, { recursive: true });
  writeFileSync(join(library, WHEELS[target].library), 'no library\n');
  writeFileSync(join(licences, 'LICENSE.txt'), LICENCE);
  return folder;
}
