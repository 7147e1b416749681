import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/cli/terminal';
import { KernelscopeError } from '../../src/engine/contract/failure';

function said(error: unknown): string {
  let text = '';
  assert.equal(report(error, { out() {}, err: (more) => (text += more), live: false }), 1);
  return text;
}

test('a defect tells where it lies, with nothing that a terminal would obey; what is refused is one line', () => {
  const defect = said(new Error('no \u001b[31mfilter'));
  assert.match(
    defect,
    /^kernelscope: Kernelscope hit an internal error: no .*filter\. Please report it with its details\.\n {4}at /,
  );
  assert.ok(!defect.includes('\u001b'));
  assert.ok(defect.split('\n').length <= 10);
  assert.equal(said(new KernelscopeError('data/malformed', 'Row 3 is broken.')), 'kernelscope: Row 3 is broken.\n');
});
