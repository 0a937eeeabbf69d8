import { resolve } from 'node:path';
import type { EnvironmentReader } from './environment-reader.js';
import { oneOf } from './parsers.js';

/** Where the certificate of a service that speaks TLS comes from: its own, or the operator's files. */
export type TlsSettings =
  | { readonly kind: 'auto' }
  | { readonly kind: 'files'; readonly certFile: string; readonly keyFile: string };

/** Returns undefined while TLS is off. */
export function readTls(reader: EnvironmentReader): TlsSettings | undefined {
  const mode = reader.get<'auto' | 'off' | undefined>('TLS', oneOf(['auto', 'off']), undefined);
  const certFile = reader.get<string | undefined>('TLS_CERT_FILE', resolve, undefined);
  const keyFile = reader.get<string | undefined>('TLS_KEY_FILE', resolve, undefined);
  if (mode === 'off') return undefined;
  if (certFile === undefined && keyFile === undefined) return mode === 'auto' ? { kind: 'auto' } : undefined;
  if (certFile === undefined || keyFile === undefined) {
    reader.faults.push(`${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} is missing: TLS needs both files`);
    return undefined;
  }
  if (mode === 'auto') {
    reader.faults.push('TLS=auto must be left out where TLS_CERT_FILE and TLS_KEY_FILE name a certificate');
    return undefined;
  }
  return { kind: 'files', certFile, keyFile };
}
