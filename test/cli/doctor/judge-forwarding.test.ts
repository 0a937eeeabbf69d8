import { describe, expect, test } from 'vitest';
import { CLAIMED_SENDER } from '../../../src/cli/doctor/ask-service.js';
import { judgeForwarding, judgeTrust } from '../../../src/cli/doctor/judge-forwarding.js';

interface Arrival {
  readonly publicUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly peer: string;
  readonly address: string;
  readonly forwardedFor: string | null;
}

function judge({ publicUrl = 'https://vigia.example', trustProxy = [], ...request }: Arrival) {
  const { level, text } = judgeForwarding({
    report: { publicUrl, trustProxy, request },
    ownAddresses: ['127.0.0.1', '192.168.0.2', 'fe80::1%eth0'],
  });
  return `${level}: ${text}`;
}

const PROXY = '172.18.0.1';
const BEHIND = { trustProxy: [PROXY], peer: PROXY };

describe('what arrives of X-Forwarded-For (contract 3)', () => {
  test.each([
    [
      'a trusted proxy that appends',
      { ...BEHIND, address: '192.168.0.2', forwardedFor: `${CLAIMED_SENDER}, 192.168.0.2` },
    ],
    ['a trusted proxy that replaces', { ...BEHIND, address: '192.168.0.2', forwardedFor: '192.168.0.2' }],
    [
      'two trusted proxies',
      {
        trustProxy: ['172.18.0.0/16'],
        peer: '::ffff:172.18.0.1',
        address: '198.51.100.1',
        forwardedFor: `${CLAIMED_SENDER}, 198.51.100.1, 172.18.0.9`,
      },
    ],
    [
      'a trusted proxy on this machine, asked from it',
      {
        trustProxy: ['127.0.0.1'],
        peer: '127.0.0.1',
        address: CLAIMED_SENDER,
        forwardedFor: `${CLAIMED_SENDER}, 127.0.0.1`,
      },
    ],
    [
      'no proxy, over http',
      { publicUrl: 'http://localhost:8000', peer: '::1', address: '::1', forwardedFor: CLAIMED_SENDER },
    ],
  ])('%s is fine', (_name, arrival) => {
    expect(judge(arrival)).toMatch(/^ok: /);
  });

  test.each([
    [
      'a proxy that is not trusted',
      { peer: `::ffff:${PROXY}`, address: PROXY, forwardedFor: `${CLAIMED_SENDER}, 192.168.0.2` },
      `problem: .* all visitors share .* set TRUST_PROXY=${PROXY}\\.`,
    ],
    [
      'one that is not trusted and replaces',
      { peer: PROXY, address: PROXY, forwardedFor: '192.168.0.2' },
      `problem: .* set TRUST_PROXY=${PROXY}\\.`,
    ],
    [
      'one that adds nothing and is not trusted',
      { peer: PROXY, address: PROXY, forwardedFor: CLAIMED_SENDER },
      'problem: .* does not append .* all visitors share',
    ],
    ['one that removes the header', { ...BEHIND, address: PROXY, forwardedFor: null }, 'problem: .* does not append'],
    [
      'one that passes on what visitors claim',
      { ...BEHIND, address: CLAIMED_SENDER, forwardedFor: CLAIMED_SENDER },
      'problem: .* visitors can choose',
    ],
    [
      'one that does so over http',
      { ...BEHIND, publicUrl: 'http://vigia.lan', address: CLAIMED_SENDER, forwardedFor: CLAIMED_SENDER },
      `warning: ${PROXY} is in TRUST_PROXY but is no proxy`,
    ],
    [
      'a trusted network with visitors in it',
      {
        trustProxy: ['172.16.0.0/12', '198.51.100.0/24'],
        peer: PROXY,
        address: CLAIMED_SENDER,
        forwardedFor: `${CLAIMED_SENDER}, 198.51.100.1`,
      },
      'problem: TRUST_PROXY trusts 198\\.51\\.100\\.1',
    ],
  ])('%s is said', (_name, arrival, text) => {
    expect(judge(arrival)).toMatch(new RegExp(`^${text}`));
  });
});

describe('networks that are trusted', () => {
  test.each([['0.0.0.0/0'], ['::/0'], ['10.0.0.0/7'], ['fc00::/6']])('%s is too wide', (entry) => {
    expect(judgeTrust(['127.0.0.1', entry])).toMatchObject({ level: 'problem', text: expect.stringContaining(entry) });
  });

  test('those in private use are not, nor are single addresses', () => {
    expect(judgeTrust(['10.0.0.0/8', 'fc00::/7', '127.0.0.1', '::1'])).toBeUndefined();
  });
});
