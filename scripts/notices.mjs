// The texts that packages' licences require of those who pass them on: each licence and each notice once, under the
// names of all packages it is for.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences, notices (Apache-2.0 §4 d) and statements of copyright. */
const NOTICE_FILE = /^(licen[cs]e|notices?|copying|copyright|third-?party)/i;

/** For packages that come without any of these: the line of copyright in their repository's licence. */
const COPYRIGHT = {
  '@microsoft/fast-element': 'Copyright (c) Microsoft Corporation. All rights reserved.',
  '@microsoft/fast-foundation': 'Copyright (c) Microsoft Corporation. All rights reserved.',
  '@microsoft/fast-web-utilities': 'Copyright (c) Microsoft Corporation. All rights reserved.',
};

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** The folders of the packages, such as node_modules/@kurkle/color, that a bundle's inputs belong to. */
export function packagesOf(/** @type {Iterable<string>} */ inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (inside) folders.add(inside[0].slice(0, -1));
  }
  return folders;
}

/**
 * The texts that belong to a package, at least one. Throws where there is none.
 * @param {string} folder its absolute path
 * @returns {string[]}
 */
export function textsOf(folder) {
  const { name, license } = packageOf(folder);
  // Code that was compiled into it stands below vendor.
  const vendored = existsSync(join(folder, 'vendor')) ? readdirSync(join(folder, 'vendor')) : [];
  const texts = [folder, ...vendored.map((part) => join(folder, 'vendor', part))].flatMap((from) =>
    readdirSync(from, { withFileTypes: true })
      .filter((file) => file.isFile() && NOTICE_FILE.test(file.name))
      .map((file) => readFileSync(join(from, file.name), 'utf8').replaceAll('\r\n', '\n').trim()),
  );
  if (texts.length > 0) return texts;
  if (license !== 'MIT' || !(name in COPYRIGHT))
    throw new Error(`${name} (${license}) comes without a licence: scripts/notices.mjs has to know what it says.`);
  return [`MIT License\n\n${COPYRIGHT[name]}\n\n${MIT}`];
}

/**
 * @param {string} root
 * @param {Iterable<string>} folders of packages, below root
 */
export function noticesOf(root, folders) {
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = packageOf(join(root, folder));
    for (const text of textsOf(join(root, folder)))
      packages.set(text, [...(packages.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...packages].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`);
  return `${['Kernelscope contains code of the packages below, each under its own licence.', ...parts].join(RULE)}\n`;
}

/** @returns {{ name: string, version: string, license: string }} */
const packageOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
