/** What the extension knows about the page it serves. `cspSource` and the two addresses come from the webview. */
export interface PageParts {
  readonly cspSource: string;
  /** Fresh for every page: only scripts and styles that carry it are allowed. */
  readonly nonce: string;
  readonly scriptUri: string;
  /** The script of a comparison, which takes most parts from the other one. */
  readonly comparisonUri?: string;
  readonly styleUri: string;
  readonly title: string;
}

/**
 * The panel's page. It holds nothing but its policy and its two files: everything a person sees is built by the script,
 * from text, so that no name in a CSV can become markup. The toolkit takes its nonce from the `csp-nonce` element.
 */
export function pageHtml({ cspSource, nonce, scriptUri, comparisonUri, styleUri, title }: PageParts): string {
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
  const scripts = [scriptUri, ...(comparisonUri === undefined ? [] : [comparisonUri])];
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
<div id="page"${comparisonUri === undefined ? '' : ' data-page="comparison"'}></div>
${scripts.map((uri) => `<script nonce="${escaped(nonce)}" src="${escaped(uri)}"></script>`).join('\n')}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
