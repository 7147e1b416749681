// node scripts/release.mjs major|minor|patch|X.Y.Z [--really]     shows what a release would do, or does it
// node scripts/release.mjs major|minor|patch|X.Y.Z --dry-run [--no-window]   does it in a clone, and all that follows but the publishing
// node scripts/release.mjs --check vX.Y.Z                          whether a tag fits; prints what the changelog says of it
// A release is a commit with the new version in package.json and package-lock.json and a dated CHANGELOG.md, and a tag on it. Pushing the tag
// publishes it (.github/workflows/release.yml).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { root } from './prerequisites.mjs';
import { rehearse } from './rehearse.mjs';
import { datedChangelog, nextVersion, notesOf } from './versions.mjs';

const changelogPath = join(root, 'CHANGELOG.md');
const BRANCH = 'main';

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}

/** Why there can be no release now; sentences. */
function obstacles(tag) {
  const found = [];
  if (git('status', '--porcelain') !== '') found.push('There are changes that are not committed.');
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== BRANCH) found.push(`This is the branch ${branch}; releases are made on ${BRANCH}.`);
  if (git('tag', '--list', tag) !== '') found.push(`The tag ${tag} is there already.`);
  return found;
}

/** The version after `step`; the one that package.json has is the first release's, as long as there is no tag. */
function versionAfter(step) {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const isFirst = step === current && git('tag', '--list', 'v*') === '';
  return { current, version: isFirst ? current : nextVersion(current, step) };
}

function release(step, really) {
  const { current, version } = versionAfter(step);
  const tag = `v${version}`;
  const changelog = datedChangelog(readFileSync(changelogPath, 'utf8'), version, new Date().toISOString().slice(0, 10));
  const against = obstacles(tag);
  console.log(`${current} → ${version}, tag ${tag}\n\n${notesOf(changelog, version)}\n`);
  if (against.length > 0) throw new Error(against.join(' '));
  if (!really) {
    console.log('Nothing was changed; --really commits and tags this.');
    return;
  }
  writeFileSync(changelogPath, changelog);
  npm(root, ['version', version, '--no-git-tag-version', '--allow-same-version']);
  git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
  git('commit', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `Release ${version}`);
  console.log(`\`git push origin ${BRANCH} ${tag}\` publishes it.`);
}

/** A version that has its tag is tried as it is. */
async function dryRun(step) {
  const tagged = /^v?\d+\.\d+\.\d+$/.test(step) && git('tag', '--list', `v${step.replace(/^v/, '')}`) !== '';
  const tag = `v${tagged ? step.replace(/^v/, '') : versionAfter(step).version}`;
  await rehearse({ step, tag, window: !process.argv.includes('--no-window') });
  console.log(`${tag} could be released.`);
}

function check(tag) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag} and package.json says ${version}.`);
  console.log(notesOf(readFileSync(changelogPath, 'utf8'), version));
}

try {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (words.length !== 1) throw new Error('Write major, minor, patch or a version like 1.2.3, and --really to do it.');
  if (process.argv.includes('--check')) check(words[0]);
  else if (process.argv.includes('--dry-run')) await dryRun(words[0]);
  else release(words[0], process.argv.includes('--really'));
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
