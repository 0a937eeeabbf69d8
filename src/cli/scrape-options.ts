import { readFile } from 'node:fs/promises';
import type { TypedScrape } from '../features/monitoring/hosts/source/scrape-target.js';
import { type CommandArguments, UsageError } from './command.js';
import { readPassword } from './read-password.js';

/** Options that say how the service reads a host. Secrets come by standard input, since others can read arguments. */
export const SCRAPE_OPTIONS = {
  scrape: { type: 'string', summary: 'reads a node_exporter or windows_exporter at this address instead' },
  user: { type: 'string', summary: 'user name to send there; with --password-stdin' },
  'password-stdin': { type: 'boolean', summary: 'reads the password of that user, one line, from standard input' },
  'token-stdin': { type: 'boolean', summary: 'reads a bearer token to send there, one line, from standard input' },
  'ca-file': { type: 'string', summary: 'PEM of the certificate authority that its certificate must be of' },
} as const;

/** Returns how the service is to read a host; undefined if it is not. @throws {UsageError} */
export async function readScrapeOptions(
  options: CommandArguments['options'],
  intervalSeconds: number | undefined,
): Promise<TypedScrape | undefined> {
  const { scrape: url, user, 'ca-file': caFile } = options;
  const [hasPassword, hasToken] = [options['password-stdin'] === true, options['token-stdin'] === true];
  if (typeof url !== 'string') {
    const others = Object.keys(SCRAPE_OPTIONS).filter((name) => options[name] !== undefined);
    if (others.length > 0) throw new UsageError(`--${others[0]} needs --scrape`);
    return undefined;
  }
  if ((user !== undefined) !== hasPassword) throw new UsageError('--user and --password-stdin need each other');
  if (hasPassword && hasToken) throw new UsageError('either --password-stdin or --token-stdin');
  const secret = hasPassword || hasToken ? await readPassword({ fromStdin: true }) : '';
  return {
    url,
    intervalSeconds,
    ...(hasToken && { bearerToken: secret }),
    ...(typeof user === 'string' && { basicAuth: { username: user, password: secret } }),
    ...(typeof caFile === 'string' && { caCertificate: await readFile(caFile, 'utf8').catch(notReadable) }),
  };
}

function notReadable(): never {
  throw new UsageError('--ca-file cannot be read');
}
