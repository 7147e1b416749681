// Builds bundles again whenever a source of theirs changes, in words that .vscode/tasks.json waits for.
import { join } from 'node:path';
import { context } from 'esbuild';

/**
 * Rebuilds every bundle into `folder` after each change of its sources, until the process is ended. Says "build
 * started" with the first bundle that begins and "build finished" with the last that ends, so that a debugger waits
 * for all of them.
 * @param {[string, string, import('esbuild').BuildOptions][]} bundles names, files and options
 * @param {string} folder
 */
export async function watchBundles(bundles, folder) {
  let busy = 0;
  /** @type {import('esbuild').Plugin} */
  const told = {
    name: 'told',
    setup(build) {
      build.onStart(() => {
        if (busy++ === 0) console.log('[watch] build started');
      });
      build.onEnd(() => {
        if (--busy === 0) console.log('[watch] build finished');
      });
    },
  };
  const contexts = await Promise.all(
    bundles.map(([, file, options]) =>
      context({ ...options, plugins: [...(options.plugins ?? []), told], outfile: join(folder, file) }),
    ),
  );
  await Promise.all(contexts.map((each) => each.watch()));
}
