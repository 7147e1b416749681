import { strict as assert } from 'node:assert';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Uri } from 'vscode';
import type { FailureCode } from '../../../src/engine/contract/failure';
import { failed, fitFile, fitted, kernelscope, suiteFolder, wave } from './testBed';

const CASES: readonly {
  readonly what: string;
  readonly content: string | Uint8Array;
  readonly target?: string;
  readonly task?: 'regress';
  readonly code: FailureCode;
  readonly says: RegExp;
}[] = [
  { what: 'an empty file', content: '', code: 'file/empty', says: /empty/ },
  { what: 'a header only', content: 'a,b,y\n', code: 'data/header-only', says: /header|rows/ },
  { what: 'one column', content: 'y\n1\n2\n3\n4\n', code: 'data/one-column', says: /column/ },
  {
    what: 'a target of words that is to be a number',
    content: wave(40),
    target: 'colour',
    task: 'regress',
    code: 'data/target-text',
    says: /colour/,
  },
  { what: 'a constant target', content: 'a,y\n1,5\n2,5\n3,5\n4,5\n5,5\n', code: 'data/target-constant', says: /y/ },
  {
    what: 'a column that is not there',
    content: wave(40),
    target: 'price',
    code: 'data/unknown-column',
    says: /price/,
  },
  {
    what: 'a binary file',
    content: Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) % 251),
    code: 'file/binary',
    says: /binary|text/,
  },
];

export function badInput(): void {
  describe('bad input', () => {
    const folder = suiteFolder();

    for (const { what, content, target = 'y', task, code, says } of CASES) {
      it(`${what} is one sentence that says what to do`, async () => {
        const failure = await failed(fitFile(folder.write('bad.csv', content), { target, task }));
        assert.equal(failure.code, code, failure.message);
        assert.match(failure.message, says);
        assert.match(failure.message, /[.]$/);
      });
    }

    it('a directory named x.csv', async () => {
      const path = join(folder.path, 'x.csv');
      mkdirSync(path);
      assert.equal((await failed(fitFile(Uri.file(path), { target: 'y' }))).code, 'file/is-directory');
    });

    it('a file that is gone', async () => {
      const failure = await failed(fitFile(Uri.file(join(folder.path, 'gone.csv')), { target: 'y' }));
      assert.equal(failure.code, 'file/not-found');
      assert.match(failure.message, /gone\.csv/);
    });

    it('misshapen arguments', async () => {
      const failure = await failed(fitFile(folder.write('fine.csv', wave(40)), { target: 'y', features: 3 }));
      assert.equal(failure.code, 'parameter/invalid');
    });

    it('leaves the editor and the engine alive', async () => {
      assert.equal((await kernelscope()).testing.engine.started, true);
      await fitted(folder.write('alive.csv', wave(40)));
    });
  });
}
