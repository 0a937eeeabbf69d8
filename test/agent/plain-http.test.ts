import { expect, test } from 'vitest';
import { faultOfPlainHttp, lookUpPrivate } from '../../src/agent/plain-http.js';

const PRIVATE = [
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.10',
  '169.254.1.1',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
];
const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.64.0.1', '[2001:db8::1]', '[::ffff:8.8.8.8]', '0.0.0.0'];

function faults(hosts: readonly string[], isAllowed: boolean): string[] {
  return hosts.filter((host) => faultOfPlainHttp(new URL(`http://${host}:8000`), isAllowed) !== undefined);
}

test('http is for this machine alone, unless it is permitted', () => {
  expect(faults(['localhost', '127.0.0.1', '[::1]'], false)).toEqual([]);
  expect(faults([...PRIVATE, ...PUBLIC, 'vigia.lan'], false)).toEqual([...PRIVATE, ...PUBLIC, 'vigia.lan']);
});

test('http is never for a public address', () => {
  expect(faults([...PRIVATE, 'vigia.lan'], true)).toEqual([]);
  expect(faults(PUBLIC, true)).toEqual(PUBLIC);
});

test.each([{ all: true }, { all: false }])('a name may lead to private addresses (%o)', async (options) => {
  const found = await new Promise((resolve) => lookUpPrivate('localhost', options, (...found) => resolve(found)));
  expect(JSON.stringify(found)).toMatch(/^\[null,.*(127\.0\.0\.1|::1)/);
});

test('a name that leads to a public address is refused when it is looked up', async () => {
  // Numbers are looked up as themselves.
  const error = await new Promise((resolve) => lookUpPrivate('8.8.8.8', { all: true }, resolve));
  expect(String(error)).toContain('8.8.8.8 leads to 8.8.8.8, which is public: use https');
});
