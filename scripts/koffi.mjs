// Puts what koffi needs at run time into a folder: its loader and one binary a platform (docs/dependencies.md says which).
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './npm.mjs';

/** Platforms of the package that is published. Linux's are built for glibc; elsewhere the embedded core computes. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/**
 * Copies the loader and the binaries that are installed in `modules` to `to`, and returns their platforms: the one of this
 * machine, or none where npm could not install it.
 */
export function copyKoffi(modules, to) {
  const loader = join(modules, 'koffi/src/koffi/indirect.cjs');
  if (!existsSync(loader)) return [];
  mkdirSync(join(to, 'src/koffi'), { recursive: true });
  copyFileSync(loader, join(to, 'src/koffi/indirect.cjs'));
  return PLATFORMS.filter((platform) => {
    // The loader looks for build/koffi/linux_x64/koffi.node.
    const folder = platform.replace('-', '_');
    const binary = join(modules, `@koromix/koffi-${platform}`, folder, 'koffi.node');
    if (!existsSync(binary)) return false;
    mkdirSync(join(to, 'build/koffi', folder), { recursive: true });
    copyFileSync(binary, join(to, 'build/koffi', folder, 'koffi.node'));
    return true;
  });
}

/** Adds the binaries of all platforms, or of those named. npm gets them by package-lock.json, and checks them against it. */
export function addPlatforms(root, to, platforms = PLATFORMS) {
  const there = existsSync(join(to, 'build/koffi')) ? readdirSync(join(to, 'build/koffi')) : [];
  for (const platform of platforms.filter((name) => !there.includes(name.replace('-', '_')))) {
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-koffi-'));
    try {
      for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, name), join(folder, name));
      const [os, cpu] = platform.split('-');
      npm(folder, ['ci', '--omit=dev', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`, '--loglevel=error']);
      if (!copyKoffi(join(folder, 'node_modules'), to).includes(platform))
        throw new Error(`npm installed no koffi for ${platform}.`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
