import { createHash, type X509Certificate } from 'node:crypto';

/** SHA-256 of a public key in its SPKI form: `sha256/` and 32 bytes in base64, as in RFC 7469. */
export function pinOf({ publicKey }: Pick<X509Certificate, 'publicKey'>): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return `sha256/${createHash('sha256').update(spki).digest('base64')}`;
}

/** Whether a text has the form of a pin. */
export function isPin(text: string): boolean {
  return /^sha256\/[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text);
}
