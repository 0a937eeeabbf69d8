import { readFile } from 'node:fs/promises';
import { parseCertificate, type TlsCertificate } from './tls-certificate.js';

interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads a certificate with its key. @throws an error that names the file, or says that the two do not fit. */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<TlsCertificate> {
  const [cert, key] = await Promise.all([certFile, keyFile].map((file) => readFile(file, 'utf8')));
  try {
    return parseCertificate({ cert: cert ?? '', key: key ?? '' });
  } catch (error) {
    throw new Error(`${certFile} and ${keyFile} are no certificate with its key (${(error as Error).message})`);
  }
}
