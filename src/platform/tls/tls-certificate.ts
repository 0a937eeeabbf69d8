import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { pinOf } from '../../shared/public-key-pin.js';

/** A private key with its certificate chain, both as PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** A key pair that a TLS server can use. */
export interface TlsCertificate extends KeyPair {
  /** Pin of the public key, which stays when the certificate is renewed for the same key. */
  readonly pin: string;
  /** Whether it vouches for itself, so that browsers ask before they go on. */
  readonly isSelfSigned: boolean;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Whether it is for a host name or an IP address, as a client checks it. */
  covers(host: string): boolean;
}

/** @throws if the texts are no PEM, or the key is of another certificate; the message repeats nothing of the key. */
export function parseCertificate(pair: KeyPair): TlsCertificate {
  createSecureContext(pair);
  const certificate = new X509Certificate(pair.cert);
  return {
    ...pair,
    pin: pinOf(certificate),
    isSelfSigned: certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey),
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
    covers: (host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
  };
}
