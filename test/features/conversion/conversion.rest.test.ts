import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.js';

const ADDRESSES = ['/sistema/conversor/api/v1/converter', '/sistema/conversor/v1/api'];
const ERROR = '{"result":"Erro ao calcular"}';

describe.each(ADDRESSES)('%s (contract 2, 5)', (address) => {
  test.each([
    ['type=bin2dec&value=101010', '{"result":42}'],
    ['type=dec2bin&value=42', '{"result":"101010"}'],
    ['type=hex2dec&value=ff', '{"result":255}'],
    ['type=dec2hex&value=48879', '{"result":"BEEF"}'],
    ['type=oct2dec&value=0o17', '{"result":15}'],
    ['type=dec2oct&value=-8', '{"result":"-10"}'],
    ['type=and&value1=1&value2=1', '{"result":1}'],
    ['type=or&value1=0&value2=0', '{"result":0}'],
    ['type=xor&value1=1&value2=0', '{"result":1}'],
    // An unencoded plus in a query string is a blank; an encoded one is a sign.
    ['type=dec2bin&value=+5', '{"result":"101"}'],
    ['type=dec2bin&value=%2B5', '{"result":"101"}'],
    ['type=dec2bin&value=5&value1=9&other=x', '{"result":"101"}'],
    ['type=hex2dec&value=FFFFFFFFFFFFFFFFFFFF', '{"result":1208925819614629174706175}'],
  ])('%s answers 200 %s', async (query, body) => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const answer = await script.get(`${address}?${query}`);
    expect([answer.status, answer.text]).toEqual([200, body]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test.each([
    '',
    'type=bin2dec',
    'value=1',
    'type=&value=1',
    'type=BIN2DEC&value=1',
    'type=bin2hex&value=1',
    'type=bin2dec&value=',
    'type=bin2dec&value=2',
    'type=bin2dec&value=1&value=1',
    'type=bin2dec&type=bin2dec&value=1',
    'type=and&value1=1',
    'type=and&value1=1&value2=2',
    'type=and&value1=1&value2=01',
    'type=and&value1=1&value2=true',
    'type=and&value1=1&value2=1&value2=1',
    'type=AND&value1=1&value2=1',
    'type=nand&value1=1&value2=1',
    'type=not&value1=1',
    'type=not&value1=1&value2=1',
    'type=__proto__&value=1',
    'type=constructor&value=1',
    'type=bin2dec&value=%00',
    'type=bin2dec&value=%ZZ',
    'type=bin2dec&value[]=1',
    `type=bin2dec&value=${'1'.repeat(4097)}`,
  ])('%s answers 400 with the fixed text', async (query) => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const answer = await script.get(`${address}?${query}`);
    expect([answer.status, answer.text]).toEqual([400, ERROR]);
  });

  test('a visitor gets 401 whatever the parameters', async () => {
    const app = await createTestApp();
    for (const query of ['type=bin2dec&value=1', 'type=nothing']) {
      const answer = await app.browser().get(`${address}?${query}`);
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'not_authenticated' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    }
  });

  test('has no rate limit', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, value) => script.get(`${address}?type=dec2bin&value=${value}`)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('truth table (contract 5)', () => {
  test.each([
    [0, 0, 0, 0, 0],
    [0, 1, 0, 1, 1],
    [1, 0, 0, 1, 1],
    [1, 1, 1, 1, 0],
  ])('%i and %i', async (a, b, and, or, xor) => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    const operations = { and, or, xor };
    for (const [type, result] of Object.entries(operations)) {
      const rest = await script.get(`${ADDRESSES[0]}?type=${type}&value1=${a}&value2=${b}`);
      expect(rest.json()).toEqual({ result });
      const graphql = await script.graphql(`{ logic(operation: ${type.toUpperCase()}, value1: ${a}, value2: ${b}) }`);
      expect(graphql.json()).toEqual({ data: { logic: result } });
    }
  });
});
