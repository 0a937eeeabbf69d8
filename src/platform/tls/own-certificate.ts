import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createOnce } from '../../settings/create-once.js';
import { hasCode } from '../../shared/errors/has-code.js';
import { type KeyPair, parseCertificate, type TlsCertificate } from './tls-certificate.js';

const DAY_MS = 86_400_000;

/** Apple's devices refuse certificates that are valid for more than 825 days, even if installed by hand. */
const VALID_DAYS = 800;

/** Time before its end at which a certificate is renewed. */
const RENEWAL_DAYS = 60;

/** Tolerance for clients whose clock is behind. */
const BACKDATED_DAYS = 1;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Names and addresses under which others may reach this machine. */
export interface OwnNames {
  /** The name that users type, which a certificate must have. */
  readonly publicHost: string;
  readonly others: readonly string[];
}

/** Paths of the key and the certificate in the data folder. */
export function ownCertificateFiles(dataDir: string): { readonly keyFile: string; readonly certFile: string } {
  return { keyFile: join(dataDir, 'tls_key.pem'), certFile: join(dataDir, 'tls_certificate.pem') };
}

/**
 * Returns the key and the self-signed certificate in the data folder. Makes those that are missing, and a new
 * certificate for the same key when the present one ends soon, or is not for the public host.
 *
 * @throws if the files cannot be used; a key that cannot be read is never replaced, since agents have its pin.
 */
export async function ensureOwnCertificate(dataDir: string, names: OwnNames, now: Date): Promise<TlsCertificate> {
  const { keyFile, certFile } = ownCertificateFiles(dataDir);
  const readKey = async (file: string) => (await readIfPresent(file))?.trimEnd();
  const key = (await readKey(keyFile)) ?? (await createOnce(keyFile, newKey(), readKey));
  const present = parseIfUsable({ key, cert: (await readIfPresent(certFile)) ?? '' });
  if (present?.covers(names.publicHost) && !endsSoon(present, now)) return present;
  const cert = await issueCertificate(key, names, now);
  await replaceFile(certFile, cert);
  return parseCertificate({ key, cert });
}

/** Makes a key and its self-signed certificate, and writes them nowhere. */
export async function createOwnCertificate(names: OwnNames, now: Date): Promise<TlsCertificate> {
  const key = newKey();
  return parseCertificate({ key, cert: await issueCertificate(key, names, now) });
}

/** A certificate from the future is renewed as well: it was made before the clock was set. */
function endsSoon({ validFrom, validTo }: TlsCertificate, now: Date): boolean {
  return validTo.getTime() - now.getTime() < RENEWAL_DAYS * DAY_MS || validFrom > now;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trimEnd();
}

function parseIfUsable(pair: KeyPair): TlsCertificate | undefined {
  try {
    return parseCertificate(pair);
  } catch {
    return undefined;
  }
}

/** Returns a self-signed certificate for a key, as PEM. */
async function issueCertificate(key: string, { publicHost, others }: OwnNames, now: Date): Promise<string> {
  // Loaded only when a certificate is made.
  const x509 = await import('@peculiar/x509');
  const names = [...new Set([publicHost, ...others, 'localhost', '127.0.0.1', '::1'])];
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `00${randomBytes(16).toString('hex')}`,
    name: [{ CN: [publicHost] }, { O: ['Vigia'] }],
    notBefore: new Date(now.getTime() - BACKDATED_DAYS * DAY_MS),
    notAfter: new Date(now.getTime() + (VALID_DAYS - BACKDATED_DAYS) * DAY_MS),
    keys: await importKeys(key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      // No key usage: OpenSSL accepts a self-signed certificate as trusted only if its key may sign certificates, and
      // this one must not become an authority for others.
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

async function importKeys(key: string): Promise<webcrypto.CryptoKeyPair> {
  const privateKey = createPrivateKey(key);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const { subtle } = webcrypto;
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']),
    publicKey: await subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
  };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a file of mode 0600 and renames it into place, so that it is never partial. */
async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
