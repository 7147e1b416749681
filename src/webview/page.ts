/** The facts that the extension knows about the page it serves. `cspSource` and the addresses come from the webview. */
interface PageParts {
  readonly cspSource: string;
  /** Fresh for every page: only scripts and styles that carry it are allowed. */
  readonly nonce: string;
  /** The scripts, each of which takes parts from those before it. */
  readonly scriptUris: readonly string[];
  /** The name of a page whose script comes in addition to that of runs. */
  readonly other?: string | undefined;
  readonly styleUri: string;
  readonly title: string;
}

/**
 * The panel's page. It holds only its policy, its files and its name, until there is more to show: the script builds
 * everything else that a person sees, from text, so that no name in a CSV can become markup. The toolkit takes its
 * nonce from the `csp-nonce` element.
 */
export function pageHtml({ cspSource, nonce, scriptUris, other, styleUri, title }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    "font-src 'none'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta property="csp-nonce" content="${escaped(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
</head>
<body>
<div id="page"${other === undefined ? '' : ` data-page="${escaped(other)}"`}><p class="opening">Opening ${escaped(title)}…</p></div>
${scriptUris.map((uri) => `<script nonce="${escaped(nonce)}" src="${escaped(uri)}"></script>`).join('\n')}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
