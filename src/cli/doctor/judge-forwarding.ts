import ipaddr from 'ipaddr.js';
import type { ServiceReport } from '../../app/service-report.js';
import { ClientAddresses } from '../../platform/web/requests/client-address.js';
import { CLAIMED_SENDER } from './ask-service.js';
import { type Finding, findingsOn } from './finding.js';

const { ok, warning, problem } = findingsOn('proxy');

/** The service's report on a question that went to the public address. */
interface ForwardedQuestion {
  readonly report: Pick<ServiceReport, 'publicUrl' | 'trustProxy' | 'request'>;
  /** Addresses of this machine. */
  readonly ownAddresses: readonly string[];
}

/**
 * Judges whether the service finds the sender's address behind the proxy, by what arrived of a question that claimed
 * {@link CLAIMED_SENDER} (contract 3, promise 4).
 */
export function judgeForwarding({ report, ownAddresses }: ForwardedQuestion): Finding {
  const { publicUrl, trustProxy, request } = report;
  const peer = plainAddress(request.peer);
  const hops = (request.forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const added = hops.slice(hops.lastIndexOf(CLAIMED_SENDER) + 1).filter(Boolean);
  const isTrusted = new ClientAddresses(trustProxy).trusts(peer);
  if (added.length === 0) return judgeUnchanged({ peer, isTrusted, isHttps: publicUrl.startsWith('https:') });
  if (!isTrusted) {
    return problem(
      `The proxy at ${peer} is not trusted, so all visitors share its address and lock each other out: set TRUST_PROXY=${peer}.`,
    );
  }
  if (request.address !== CLAIMED_SENDER) return ok(`The proxy at ${peer} is trusted, and names ${request.address}.`);
  const strangers = added.filter((hop) => !isOwn(hop, ownAddresses));
  return strangers.length === 0
    ? ok(`The proxy at ${peer} is trusted. Asked from this machine, more cannot be seen.`)
    : problem(
        `TRUST_PROXY trusts ${strangers.join(', ')}, so its visitors can choose their address: list proxies only.`,
      );
}

interface UnchangedHeader {
  readonly peer: string;
  readonly isTrusted: boolean;
  readonly isHttps: boolean;
}

/** Judges a question to which nobody on its way added an address. */
function judgeUnchanged({ peer, isTrusted, isHttps }: UnchangedHeader): Finding {
  if (isHttps) {
    const effect = isTrusted ? 'visitors can choose their address' : 'all visitors share its address';
    return problem(
      `The proxy at ${peer} does not append the visitor's address to X-Forwarded-For, so ${effect}: let it, and set TRUST_PROXY=${peer} (docs/operations/proxy.md).`,
    );
  }
  if (!isTrusted) return ok('No proxy changes requests on their way.');
  return warning(
    `${peer} is in TRUST_PROXY but is no proxy, or one that does not append to X-Forwarded-For: visitors from there can choose their address.`,
  );
}

/**
 * Finds entries of `TRUST_PROXY` that no proxy needs, such as every address.
 *
 * @returns undefined if there are none.
 */
export function judgeTrust(trustProxy: readonly string[]): Finding | undefined {
  const wide = trustProxy.filter((entry) => {
    const [address = '', bits] = entry.split('/');
    return bits !== undefined && Number(bits) < (address.includes(':') ? WIDEST_IPV6_BITS : WIDEST_IPV4_BITS);
  });
  if (wide.length === 0) return undefined;
  return problem(`TRUST_PROXY has ${wide.join(', ')}, so visitors can choose their address: list proxies only.`);
}

/** The widest networks in private use: 10.0.0.0/8 and fc00::/7. */
const WIDEST_IPV4_BITS = 8;
const WIDEST_IPV6_BITS = 7;

function isOwn(hop: string, ownAddresses: readonly string[]): boolean {
  if (!ipaddr.isValid(hop)) return false;
  const address = ipaddr.process(hop);
  const isHere = ownAddresses.some((own) => ipaddr.isValid(own) && plainAddress(own) === address.toString());
  return address.range() === 'loopback' || isHere;
}

function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
