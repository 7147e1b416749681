import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProfile, linkExtension, serverEnvironment } from '../test/e2e/profile.mjs';
import { ownServer, startServer } from '../test/e2e/server.mjs';
import { installHost } from '../test/host/install.mjs';

/**
 * A VS Code for a person, on this machine's loopback alone. Whoever has no token gets nothing: no page, no file, no terminal; so neither
 * other users of this machine nor pages of other sites, whatever host name they come by, can reach it. The token is new each time
 * and stands in the address, and in a file that only its owner can read. Workspace trust is on.
 * @param {{ workspace: string, port?: number, profileAt?: string }} options
 */
export async function serveVsCode({ workspace, port = 0, profileAt }) {
  installHost();
  const profile = createProfile({ at: profileAt, settings: { 'security.workspace.trust.startupPrompt': 'never' } });
  linkExtension(profile);
  const token = randomBytes(32).toString('hex');
  const tokenFile = join(profile.scratch, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const args = [...ownServer(profile, port), '--connection-token-file', tokenFile];
  const server = await startServer(profile, serverEnvironment(profile), args);
  return {
    ...server,
    token,
    tokenFile,
    /** The address that a person opens, once: the page then keeps the token as a cookie of this address. */
    address: () => `${server.url}/?${new URLSearchParams({ folder: workspace, tkn: token })}`,
  };
}
