import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClientAddresses } from '../../../../src/platform/web/requests/client-address.js';

function addressOf(trusted: string[], remoteAddress: string, ...forwarded: string[]): string {
  const request = { socket: { remoteAddress }, rawHeaders: forwarded.flatMap((value) => ['X-Forwarded-For', value]) };
  return new ClientAddresses(trusted).addressOf(request as unknown as IncomingMessage);
}

describe('the address of a caller (promise 4)', () => {
  test('is that of the connection, whatever a header claims', () => {
    expect(addressOf([], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
    expect(addressOf(['10.0.0.0/8'], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
  });

  test.each([
    ['127.0.0.1', ['203.0.113.9'], '203.0.113.9'],
    ['127.0.0.1', [], '127.0.0.1'],
    ['127.0.0.1', ['6.6.6.6, 203.0.113.9'], '203.0.113.9'],
    ['127.0.0.1', ['6.6.6.6', '203.0.113.9, 10.1.2.3'], '203.0.113.9'],
    ['127.0.0.1', ['203.0.113.9, nonsense'], '127.0.0.1'],
    ['127.0.0.1', ['203.0.113.9, nonsense, 10.1.2.3'], '10.1.2.3'],
    ['127.0.0.1', ['10.1.2.3, 10.1.2.4'], '10.1.2.3'],
    ['::ffff:127.0.0.1', ['203.0.113.9:4711'], '203.0.113.9'],
    ['::ffff:10.9.9.9', ['[2001:DB8::1]:4711'], '2001:db8::1'],
    ['fd00::7', ['::ffff:203.0.113.9'], '203.0.113.9'],
    ['fd00::7', [''], 'fd00::7'],
    ['fd00::7', ['fd00::8, , 203.0.113.9'], '203.0.113.9'],
  ])('behind trusted proxies, from %s with %j, it is %s', (socket, forwarded, expected) => {
    expect(addressOf(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'], socket, ...forwarded)).toBe(expected);
  });

  test.each([
    ['2001:0DB8:0:0:0:0:0:0001', '2001:db8::1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:0201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is written %s', (socket, expected) => {
    expect(addressOf([], socket)).toBe(expected);
  });

  test('no header makes a caller out of a proxy that is not trusted, and none makes it fail', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ size: 'max', maxLength: 500 }), { maxLength: 20 }),
        (headers) => addressOf(['10.0.0.1'], '192.0.2.1', ...headers) === '192.0.2.1',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.string({ size: 'max', maxLength: 500 }), { maxLength: 20 }),
        fc.ipV4(),
        (headers, last) => {
          fc.pre(last !== '10.0.0.1');
          return addressOf(['10.0.0.1'], '10.0.0.1', ...headers, last) === last;
        },
      ),
    );
  });
});

describe('a request can be read on the way', () => {
  const isReadable = (remoteAddress: string, encrypted?: true) =>
    new ClientAddresses(['10.0.0.1']).isReadableOnTheWay({ socket: { remoteAddress, encrypted } } as never);

  test.each([
    ['without TLS from another machine', isReadable('192.168.0.7'), true],
    ['with TLS', isReadable('192.168.0.7', true), false],
    ['from a trusted proxy, which may have had TLS', isReadable('::ffff:10.0.0.1'), false],
    ['from this machine', isReadable('::1'), false],
  ])('%s', (_how, found, expected) => {
    expect(found).toBe(expected);
  });
});
