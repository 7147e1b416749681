import { spawnSync } from 'node:child_process';

const git = (root, ...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
};

/** The commit from which the work in this tree branched off main: on main itself, the last one that another repository has or HEAD. */
export function branchPoint(root) {
  for (const main of ['origin/main', 'main']) {
    const found = spawnSync('git', ['merge-base', main, 'HEAD'], { cwd: root, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return git(root, 'rev-parse', 'HEAD').trim();
}

/** Files that differ from a commit in the working tree, and those that git does not know yet; paths from the root. */
export function changedSince(commit, root) {
  const known = git(root, 'diff', '--name-only', '-z', commit, '--');
  const others = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  return new Set([...known.split('\0'), ...others.split('\0')].filter((file) => file !== ''));
}
