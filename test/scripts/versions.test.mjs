import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datedChangelog, isPreRelease, nextVersion, notesOf } from '../../scripts/versions.mjs';

const CHANGELOG = `# Changelog

## Unreleased

- A new kernel.
- A faster slider.

## 0.9.1 (2026-01-02)

- A repair.

## 0.9.0

- The first.
`;

test('the next version by its kind, or as named', () => {
  assert.equal(nextVersion('0.9.1', 'patch'), '0.9.2');
  assert.equal(nextVersion('0.9.1', 'minor'), '0.10.0');
  assert.equal(nextVersion('0.9.1', 'major'), '1.0.0');
  assert.equal(nextVersion('0.9.1', '0.9.3'), '0.9.3');
  assert.equal(nextVersion('0.9.1', '0.10.0'), '0.10.0');
});

test('a version that is not later, or none at all, is refused', () => {
  for (const version of ['0.9.1', '0.9.0', '0.8.7']) assert.throws(() => nextVersion('0.9.1', version), /not later/);
  for (const version of ['v1.0.0', '1.0', 'next', '1.0.0-rc.1', ''])
    assert.throws(() => nextVersion('0.9.1', version), /no version/);
});

test('what was unreleased gets its version and date, under an empty heading for what comes next', () => {
  const dated = datedChangelog(CHANGELOG, '0.10.0', '2026-03-04');
  assert.equal(
    dated,
    CHANGELOG.replace('## Unreleased\n\n- A new', '## Unreleased\n\n## 0.10.0 (2026-03-04)\n\n- A new'),
  );
  assert.equal(notesOf(dated, '0.10.0'), '- A new kernel.\n- A faster slider.');
  assert.throws(() => datedChangelog(dated, '0.11.0', '2026-03-05'), /nothing to release/);
  assert.throws(() => datedChangelog('# Changelog\n', '0.11.0', '2026-03-05'), /no heading/);
});

test('the notes of a version, dated or not, and of no other', () => {
  assert.equal(notesOf(CHANGELOG, '0.9.1'), '- A repair.');
  assert.equal(notesOf(CHANGELOG, '0.9.0'), '- The first.');
  assert.throws(() => notesOf(CHANGELOG, '0.9'), /nothing of 0\.9/);
});

test('odd middle numbers are for pre-releases, but for the first release', () => {
  assert.equal(isPreRelease('0.1.0'), false);
  assert.equal(isPreRelease('0.1.1'), true);
  assert.deepEqual(['0.9.1', '0.10.0', '1.0.0', '1.1.4'].map(isPreRelease), [true, false, false, true]);
});
