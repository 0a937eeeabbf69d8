import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressGuard, guardOfSetting } from '../../../src/platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../src/platform/outgoing/outgoing-failure.js';

interface Circumstances {
  readonly allowed?: readonly string[];
  readonly own?: readonly string[];
  readonly answers?: readonly string[];
  readonly allowsPrivate?: boolean;
}

function guardIn({ allowed = [], own = [], answers = [], allowsPrivate = false }: Circumstances = {}) {
  const asked: string[] = [];
  const guard = new AddressGuard({
    allowedNetworks: allowed,
    allowsPrivate,
    publicUrl: 'https://vigia.example',
    ownPort: 8000,
    ownAddresses: () => own,
    resolve: async (name) => {
      asked.push(name);
      return answers;
    },
  });
  /** Checks a URL both as given and, if its host is a name, as it resolves. */
  const refusal = async (address: string) => {
    try {
      const url = new URL(address);
      guard.checkUrl(url);
      if (/[a-z]/.test(url.hostname) && !url.hostname.startsWith('[')) await guard.addressesOf(url.hostname, 443);
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(OutgoingFailure);
      expect((error as OutgoingFailure).reason).toBe('address_refused');
      return (error as OutgoingFailure).detail;
    }
  };
  return { guard, refusal, asked };
}

/** Addresses that are not public or lead to addresses that are not. */
const INNER = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...[
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...['255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:192.168.1.1'],
  ...['::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::'],
  ...[
    '2001::1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '4000::1',
    'a::1',
  ],
];

const OUTER = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];

const inUrl = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

describe('addresses that a request may connect to (contract 12, promise 47)', () => {
  test.each(INNER)('%s is refused, in an address and as an answer of a name', async (address) => {
    expect(await guardIn().refusal(inUrl(address))).toBeTypeOf('string');
    expect(await guardIn({ answers: [address] }).refusal('https://name.example/')).toBeTypeOf('string');
  });

  test.each(OUTER)('%s is not', async (address) => {
    expect(await guardIn().refusal(inUrl(address))).toBeUndefined();
    expect(await guardIn({ answers: [address] }).refusal('https://name.example/')).toBeUndefined();
  });

  test('an IPv4 address in the form of IPv6 is that IPv4 address', async () => {
    expect(await guardIn().refusal('https://[::ffff:8.8.8.8]/')).toBeUndefined();
  });

  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://0/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::FFFF:127.0.0.1]/',
  ])('%s is this machine, however it is written', async (address) => {
    expect(await guardIn().refusal(address)).toBe('this machine');
  });

  test('every private address is refused in every form that an address can be written in', async () => {
    const octet = fc.nat(255);
    const inner = fc.oneof(
      fc.tuple(fc.constant(127), octet, octet, octet),
      fc.tuple(fc.constant(10), octet, octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    );
    await fc.assert(
      fc.asyncProperty(inner, async (octets) => {
        const [a, b, c, d] = octets;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
        const forms = [
          ...[octets.join('.'), String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`],
          ...[
            octets.map((each) => `0x${each.toString(16)}`).join('.'),
            octets.map((each) => `0${each.toString(8)}`).join('.'),
          ],
          ...[`${a}.${b * 65_536 + c * 256 + d}`, `${a}.${b}.${c * 256 + d}`],
          ...[`[::ffff:${high}:${low}]`, `[::${high}:${low}]`, `[64:ff9b::${high}:${low}]`, `[2002:${high}:${low}::]`],
          ...[`[64:ff9b:1::${high}:${low}]`, `[::ffff:0:${high}:${low}]`],
        ];
        for (const form of forms) expect(await guardIn().refusal(`http://${form}/`), form).toBeTypeOf('string');
      }),
    );
  });

  test('one refused address among those of a name is enough', async () => {
    expect(await guardIn({ answers: ['8.8.8.8', '10.0.0.1'] }).refusal('https://name.example/')).toBe('private');
    expect(await guardIn({ answers: ['not an address'] }).refusal('https://name.example/')).toBe('no address');
  });

  test('an address of this machine is refused, also a public one', async () => {
    const own = ['203.0.114.7', 'fe80::1', '2a00:1450::7'];
    expect(await guardIn({ own }).refusal('https://203.0.114.7/')).toBe('this machine');
    expect(await guardIn({ own }).refusal('https://[2a00:1450:0:0::7]/')).toBe('this machine');
    expect(await guardIn({ own, answers: ['203.0.114.7'] }).refusal('https://name.example/')).toBe('this machine');
  });

  test('what the operator has listed is allowed, and nothing beside it', async () => {
    const allowed = ['192.168.7.0/24', '10.0.0.5', '127.0.0.1', 'fd00:1::/32'];
    const { refusal } = guardIn({ allowed });
    for (const address of ['192.168.7.1', '10.0.0.5', '127.0.0.1', 'fd00:1::9', '::ffff:10.0.0.5']) {
      expect(await refusal(inUrl(address)), address).toBeUndefined();
    }
    for (const address of ['192.168.8.1', '10.0.0.6', '127.0.0.2', 'fd00:2::9']) {
      expect(await refusal(inUrl(address)), address).toBeTypeOf('string');
    }
  });

  test('this service itself is refused, also where its machine is listed', async () => {
    const { refusal } = guardIn({ allowed: ['127.0.0.0/8', '203.0.114.7'], own: ['203.0.114.7'] });
    expect(await refusal('https://vigia.example/x')).toBe('this service');
    expect(await refusal('https://vigia.example./x')).toBe('this service');
    expect(await refusal('http://vigia.example/x')).toBe('this service');
    expect(await refusal('http://vigia.example:8000/x')).toBe('this service');
    expect(await refusal('https://vigia.example:9443/x')).toBeUndefined();
    expect(await refusal('http://127.0.0.1:8000/')).toBe('this service');
    expect(await refusal('http://203.0.114.7:8000/')).toBe('this service');
    expect(await refusal('http://127.0.0.1:8080/')).toBeUndefined();
  });

  test.each(['ftp://8.8.8.8/', 'file:///etc/passwd', 'https://ana:senha@8.8.8.8/', 'https://ana@8.8.8.8/'])(
    '%s is refused',
    async (address) => {
      expect(await guardIn().refusal(address)).toBeTypeOf('string');
    },
  );

  test.each([
    [0, true],
    [22, true],
    [25, true],
    [79, true],
    [80, false],
    [443, false],
    [444, true],
    [1023, true],
    [1024, false],
    [6667, true],
    [8443, false],
    [65_535, false],
  ])('port %i: refused is %s', async (port, isRefused) => {
    expect((await guardIn().refusal(`http://8.8.8.8:${port}/`)) !== undefined).toBe(isRefused);
  });

  test('an address in numbers is not looked up', async () => {
    const { refusal, asked } = guardIn({ answers: ['8.8.8.8'] });
    await refusal('http://8.8.8.8/');
    expect(asked).toEqual([]);
    await refusal('http://name.example/');
    expect(asked).toEqual(['name.example']);
  });
});

test('an address of the settings is let through at its origin, and at no other', () => {
  const guard = guardOfSetting('http://127.0.0.1:11434/api');
  expect(() => guard.checkUrl(new URL('http://127.0.0.1:11434/other?x'))).not.toThrow();
  for (const other of ['http://127.0.0.1:11435/', 'https://127.0.0.1:11434/', 'http://localhost:11434/']) {
    expect(() => guard.checkUrl(new URL(other))).toThrow(OutgoingFailure);
  }
});

test('where private networks are permitted, this machine, its link and what clouds tell machines are not', async () => {
  const { refusal } = guardIn({ allowsPrivate: true, own: ['192.168.1.2'] });
  const open = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '[fc00::1]', '[::ffff:10.0.0.1]', '8.8.8.8'];
  for (const host of open) expect([host, await refusal(`http://${host}:9100/`)]).toEqual([host, undefined]);
  const closed = ['127.0.0.1', '192.168.1.2', '0.0.0.0', '[::1]', '169.254.169.254', '[fe80::1]', '[fd00:ec2::254]'];
  closed.push('[fd00:ec2::23]', '[fd20:ce::254]', '[fd00:c1::a9fe:a9fe]', '[fd00:42::42]', '[fd00:a9fe:a9fe::1]');
  closed.push('[fd00:100::100:200]');
  for (const host of [...closed, '100.100.100.200', '168.63.129.16', '224.0.0.1', '[::ffff:169.254.169.254]']) {
    expect([host, await refusal(`http://${host}:9100/`)]).toEqual([host, expect.any(String)]);
  }
});
