// The changes that a release makes in texts: version numbers and the changelog. Pure.

/**
 * The version after `current`: the next 'major', 'minor' or 'patch', or a version that is named and must be a later one.
 * @param {string} current
 * @param {string} step
 */
export function nextVersion(current, step) {
  const [major, minor, patch] = parts(current);
  switch (step) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
  }
  const named = parts(step);
  const at = named.findIndex((number, i) => number !== [major, minor, patch][i]);
  if (at < 0 || named[at] < [major, minor, patch][at]) throw new Error(`${step} is not later than ${current}.`);
  return step;
}

/** @param {string} version */
function parts(version) {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!found) throw new Error(`"${version}" is no version; write major, minor, patch or three numbers like 1.2.3.`);
  return found.slice(1).map(Number);
}

/** Whoever installs an extension without asking for pre-releases gets nothing where there are only those: the first release is none. */
const FIRST = '0.1.0';

/**
 * True when a version goes to the people who asked for pre-releases: its middle number is odd, as the Marketplace
 * advises, since it keeps one line of versions for both.
 * @param {string} version
 */
export const isPreRelease = (version) => version !== FIRST && parts(version)[1] % 2 === 1;

const UNRELEASED = '## Unreleased';

/**
 * The changelog with its unreleased entries under `version` and its date, and an empty heading for what comes next.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as 2026-01-31
 */
export function datedChangelog(changelog, version, date) {
  const unreleased = section(changelog, UNRELEASED);
  if (unreleased === undefined) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}".`);
  if (unreleased === '')
    throw new Error(`CHANGELOG.md says nothing under "${UNRELEASED}": there is nothing to release.`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${date})`);
}

/**
 * The changelog's notes on a version.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const heading = changelog.split('\n').find((line) => line === `## ${version}` || line.startsWith(`## ${version} (`));
  const notes = heading === undefined ? undefined : section(changelog, heading);
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return notes;
}

/**
 * The text between a heading and the next of its kind; undefined when there is no such heading.
 * @param {string} changelog
 * @param {string} heading
 */
function section(changelog, heading) {
  const lines = changelog.split('\n');
  const from = lines.indexOf(heading);
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join('\n')
    .trim();
}
