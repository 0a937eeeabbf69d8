import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.js';
import type { TrustedCertificate } from '../../platform/outgoing/send-request.js';
import { askService, type ServiceAnswer } from './ask-service.js';
import { type Finding, findingsOn } from './finding.js';
import { judgeForwarding } from './judge-forwarding.js';

const { ok, warning, problem } = findingsOn('address');

interface PublicAddressDeps {
  readonly publicUrl: string;
  readonly secretKey: string | undefined;
  /** The service's own certificate, which no authority has issued. */
  readonly certificate: TrustedCertificate | undefined;
  /** The answer without a proxy. */
  readonly direct: ServiceAnswer;
  readonly ownAddresses: () => readonly string[];
}

/** Findings about the address that users have, with its answer if there is one. */
export interface PublicAddressCheck {
  readonly findings: readonly Finding[];
  readonly answer: ServiceAnswer | undefined;
}

/** Asks the service at its public address, and compares what arrives with what was sent. */
export async function checkPublicAddress(deps: PublicAddressDeps): Promise<PublicAddressCheck> {
  const { publicUrl, secretKey, certificate, direct, ownAddresses } = deps;
  try {
    const answer = await askService(publicUrl, secretKey, certificate);
    if (!answer.isVigia) return { findings: [judgeStatus(publicUrl, answer)], answer: undefined };
    const { report } = answer;
    const findings = [
      report || !direct.report
        ? ok(`Vigia answers at ${publicUrl} in ${answer.durationMs} ms.`)
        : warning(
            `${publicUrl} leads to a Vigia with another secret key than the one of this machine, or the proxy drops the header X-Vigia-Doctor.`,
          ),
      ...(report ? [judgeForwarding({ report, ownAddresses: ownAddresses() })] : []),
      ...changedHeaders(direct, answer),
    ];
    return { findings, answer };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { findings: [judgeFailure(publicUrl, error)], answer: undefined };
  }
}

/** Says why nobody answers. A machine need not reach its own public address, as behind some routers. */
function judgeFailure(publicUrl: string, { reason, detail }: OutgoingFailure): Finding {
  const code = detail || reason;
  if (code === 'CERT_HAS_EXPIRED' || code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return problem(`The certificate of ${publicUrl} is not valid (${code}): renew it, or correct PUBLIC_URL.`);
  }
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) {
    return warning(
      `This machine does not trust the certificate of ${publicUrl} (${code}): where it is of an authority of your own, set NODE_EXTRA_CA_CERTS to its file for this command.`,
    );
  }
  if (code === 'ECONNREFUSED') {
    return problem(`Nobody answers at ${publicUrl} (${code}): start the proxy, or correct PUBLIC_URL.`);
  }
  return warning(
    `${publicUrl} cannot be reached from this machine (${code}): look at DNS, router and proxy, unless other machines reach it.`,
  );
}

function judgeStatus(publicUrl: string, { status, headers }: ServiceAnswer): Finding {
  if (status >= 300 && status < 400) {
    return problem(
      `${publicUrl} redirects to ${headers.location ?? 'nowhere'}: set PUBLIC_URL to the address that answers.`,
    );
  }
  if (status === 400) {
    return problem(
      `${publicUrl} is refused with 400, as for a foreign host name: let the proxy pass Host on unchanged, with its port.`,
    );
  }
  if (status === 401 || status === 403) {
    return warning(
      `The proxy at ${publicUrl} asks for a login of its own (status ${status}): nothing behind it is checked.`,
    );
  }
  if (status >= 502 && status <= 504) {
    return problem(`The proxy at ${publicUrl} does not reach Vigia (status ${status}): correct where it forwards to.`);
  }
  return problem(`Another program answers at ${publicUrl} (status ${status}): correct the proxy or PUBLIC_URL.`);
}

const SECURITY_HEADERS = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/** Finds security headers that differ from what the service sends. */
function changedHeaders(direct: ServiceAnswer, { headers }: ServiceAnswer): Finding[] {
  const changed = SECURITY_HEADERS.filter((name) => String(headers[name] ?? '') !== String(direct.headers[name] ?? ''));
  if (changed.length === 0) return [];
  return [warning(`The proxy changes ${changed.join(', ')}: let it add no security headers, since Vigia sends them.`)];
}
