import { expect, test } from 'vitest';
import { phoneKind } from '../../../client/src/lib/page/installation';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

test.each([
  ['an iPhone', IPHONE, 5, 'ios'],
  ['an iPad, which claims to be a Mac', MAC, 5, 'ios'],
  ['a Mac', MAC, 0, undefined],
  ['an Android phone', ANDROID, 5, 'android'],
  ['a laptop with a touch screen', LINUX, 10, undefined],
])('%s is known by its user agent and its touch screen', (_name, userAgent, maxTouchPoints, kind) => {
  expect(phoneKind({ userAgent, maxTouchPoints })).toBe(kind);
});
