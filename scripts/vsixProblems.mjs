// Problems of a packed extension: things that the marketplaces would refuse or show wrongly, and things that must not
// be in one. Pure, except for asking which files of the repository there are.
const CATEGORIES =
  /^(AI|Azure|Chat|Data Science|Debuggers|Education|Extension Packs|Formatters|Keymaps|Language Packs|Linters|Machine Learning|Notebooks|Other|Programming Languages|SCM Providers|Snippets|Testing|Themes|Visualization)$/;
/** Icons are shown at this many pixels, and more are scaled down. */
const ICON_PIXELS = 128;
const KEYWORDS = 30;
/** Sites whose badges both marketplaces show although they are SVG. */
const BADGES = /^(img\.shields\.io|badgen\.net|badge\.fury\.io|codecov\.io|opencollective\.com)$/;
const PNG = '89504e470d0a1a0a';
/** Keys and tokens by the forms that their makers gave them. */
const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bnpm_[A-Za-z0-9]{36}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}|\bAKIA[0-9A-Z]{16}\b|\b_authToken=/;
const NEVER_PACKED = /\.map$|(^|\/)(\.env|\.npmrc|\.git|node_modules|\.vscode-test)(\/|$)|\.(pem|key|p12)$/;

/**
 * Sentences, none where all is well.
 * @param {ReadonlyMap<string, Buffer>} files of the .vsix
 * @param {{ exists: (path: string) => boolean, machinePaths: readonly string[] }} place whether the repository has a file, and paths that only this machine has
 */
export function vsixProblems(files, { exists, machinePaths }) {
  const text = (/** @type {string} */ name) => files.get(`extension/${name}`)?.toString('utf8');
  const manifest = JSON.parse(text('package.json') ?? '{}');
  const repository = String(manifest.repository?.url ?? '').replace(/\.git$/, '');
  return [
    ...manifestProblems(manifest, files, text),
    ...['readme.md', 'changelog.md'].flatMap((page) => pageProblems(page, text(page), repository, exists)),
    ...[...files].flatMap(([name, content]) => contentProblems(name, content.toString('latin1'), machinePaths)),
  ];
}

/** @param {(name: string) => string | undefined} text */
function manifestProblems(manifest, files, text) {
  const icon = files.get(`extension/${manifest.icon}`);
  const [width, height] = icon?.toString('hex', 0, 8) === PNG ? [icon.readUInt32BE(16), icon.readUInt32BE(20)] : [0, 0];
  const said = Object.keys(JSON.parse(text('package.nls.json') ?? '{}'));
  const asked = [...(text('package.json') ?? '').matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
  const bundles = [...files.keys()].filter((name) => /^extension\/l10n\/bundle\.l10n\.[\w-]+\.json$/.test(name));
  /** @type {readonly (readonly [bad: boolean, problem: string])[]} */
  const checks = [
    ...['name', 'displayName', 'description', 'publisher', 'license', 'version'].map(
      (member) =>
        /** @type {const} */ ([
          typeof manifest[member] !== 'string' || manifest[member] === '',
          `package.json has no ${member}.`,
        ]),
    ),
    [!/^\^?\d+\.\d+\.\d+$/.test(manifest.engines?.vscode ?? ''), 'engines.vscode is no version with a caret.'],
    [
      !/^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.test(String(manifest.repository?.url).replace(/\.git$/, '')),
      'The repository has no https address.',
    ],
    [!['txt', 'md'].some((ending) => files.has(`extension/LICENSE.${ending}`)), 'There is no LICENSE.'],
    [width !== height || width < ICON_PIXELS, `The icon is no square PNG of ${ICON_PIXELS} pixels or more.`],
    [(manifest.categories ?? []).some((name) => !CATEGORIES.test(name)), 'A category is none of the Marketplace.'],
    [(manifest.keywords ?? []).length > KEYWORDS, `There are more than ${KEYWORDS} keywords.`],
    [manifest.l10n !== undefined && bundles.length === 0, 'The folder of l10n has no bundle.'],
    ...asked
      .filter((key) => !said.includes(key))
      .map((key) => /** @type {const} */ ([true, `package.nls.json has no ${key}.`])),
    ...['main', 'browser'].map(
      (member) =>
        /** @type {const} */ ([
          manifest[member] !== undefined && !files.has(`extension/${manifest[member].replace(/^\.\//, '')}`),
          `The file of ${member} is missing.`,
        ]),
    ),
  ];
  return checks.flatMap(([bad, problem]) => (bad ? [problem] : []));
}

/**
 * Links and pictures of a page as vsce has completed them.
 * @param {string} page
 * @param {string | undefined} text
 * @param {string} repository
 * @param {(path: string) => boolean} exists
 */
function pageProblems(page, text, repository, exists) {
  if (text === undefined) return [`There is no ${page}.`];
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const pictures = [...prose.matchAll(/!\[[^\]]*\]\(([^)\s]+)[^)]*\)|<img[^>]*\ssrc="([^"]*)"/gi)].map(
    ([, a, b]) => a ?? b,
  );
  const links = [...prose.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)[^)]*\)/g)].map(([, link]) => link);
  const lost = (/** @type {string} */ link) => {
    const path = [`${repository}/raw/HEAD/`, `${repository}/blob/HEAD/`].find((start) => link.startsWith(start));
    return path !== undefined && !exists(decodeURIComponent(link.slice(path.length).replace(/[#?].*/, '')));
  };
  const isSvg = (/** @type {string} */ link) => /\.svg([?#]|$)/i.test(link) && !BADGES.test(hostOf(link));
  return [
    ...(/<svg\b/i.test(prose) ? [`${page} holds an SVG drawing.`] : []),
    ...pictures
      .filter((link) => !link.startsWith('https://'))
      .map((link) => `${page}: the picture ${link} has no https address.`),
    ...pictures.filter(isSvg).map((link) => `${page}: the picture ${link} is SVG.`),
    ...links
      .filter((link) => !/^(https:|mailto:|#)/.test(link))
      .map((link) => `${page}: the link ${link} is neither https nor in the page.`),
    ...[...pictures, ...links].filter(lost).map((link) => `${page}: ${link} leads to no file of the repository.`),
  ];
}

const hostOf = (/** @type {string} */ link) => (URL.canParse(link) ? new URL(link).host : '');

/** @param {readonly string[]} machinePaths */
function contentProblems(name, content, machinePaths) {
  return [
    ...(NEVER_PACKED.test(name) ? [`${name} is nothing to publish.`] : []),
    ...(SECRETS.test(content) ? [`${name} holds something like a key or a token.`] : []),
    ...(/sourceMappingURL=/.test(content) ? [`${name} names a source map.`] : []),
    ...machinePaths.filter((path) => content.includes(path)).map((path) => `${name} holds ${path}.`),
  ];
}
