import { hostOf } from '../../platform/outgoing/address-guard.js';
import { readCertificate } from '../../platform/tls/certificate-files.js';
import { ownCertificateFiles } from '../../platform/tls/own-certificate.js';
import type { TlsCertificate } from '../../platform/tls/tls-certificate.js';
import type { Settings } from '../../settings/settings.js';
import { hasCode } from '../../shared/errors/has-code.js';
import { type Finding, findingsOn } from './finding.js';

const { ok, warning, problem } = findingsOn('certificate');

const DAY_MS = 86_400_000;

/** Time before its end at which a certificate of files should have been renewed. */
const SOON_DAYS = 14;

/** Findings about the certificate of a service that speaks TLS itself, and the certificate if it can be read. */
export interface CertificateCheck {
  readonly findings: readonly Finding[];
  readonly certificate: TlsCertificate | undefined;
}

/** Reads the certificate, and makes none. */
export async function checkCertificate(settings: Settings, now = new Date()): Promise<CertificateCheck> {
  const { tls, dataDir } = settings;
  if (!tls) return { findings: [], certificate: undefined };
  try {
    const certificate = await readCertificate(tls.kind === 'auto' ? ownCertificateFiles(dataDir) : tls);
    return { findings: [judge(certificate, settings, now)], certificate };
  } catch (error) {
    if (tls.kind === 'auto' && hasCode(error, 'ENOENT')) {
      return { findings: [ok('The first start makes a key and a certificate.')], certificate: undefined };
    }
    const remedy = tls.kind === 'auto' ? 'restore them, or remove both to have others made' : 'correct the files';
    const text = `The certificate cannot be used, and the service does not start: ${(error as Error).message}: ${remedy}.`;
    return { findings: [problem(text)], certificate: undefined };
  }
}

function judge(certificate: TlsCertificate, { publicUrl, tls }: Settings, now: Date): Finding {
  const { validTo, pin, isSelfSigned } = certificate;
  const end = validTo.toISOString().slice(0, 10);
  const host = hostOf(new URL(publicUrl));
  const isRenewed = tls?.kind === 'auto';
  if (validTo < now)
    return problem(`The certificate has expired (${end}): renew it${isRenewed ? ' by a restart' : ''}.`);
  if (!certificate.covers(host)) {
    const remedy = isRenewed
      ? 'restart the service, which then makes another'
      : 'renew it for that name, or correct PUBLIC_URL';
    return problem(`The certificate is not for ${host}, the host of PUBLIC_URL: ${remedy}.`);
  }
  if (!isRenewed && validTo.getTime() - now.getTime() < SOON_DAYS * DAY_MS) {
    return warning(`The certificate ends on ${end}: renew it; the service reads new files by itself.`);
  }
  const note = isSelfSigned ? ', which browsers do not know until it is installed there' : '';
  return ok(`The certificate is valid until ${end}${note}; its key for agents: --pin ${pin}`);
}
