import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../src/platform/audit/origin.js';
import { requireDocumented } from '../../support/http/documented-answers.js';
import { createTestApp } from '../../support/test-app.js';

const METRICS = '/sistema/monitoramento/api/v1/metrics';

describe('answers that the clients of the tests compare with the OpenAPI document (contract 8)', () => {
  test.each([
    ['a status', { method: 'GET', path: METRICS, status: 418, text: '' }, '418  of GET'],
    [
      'a code',
      { method: 'GET', path: `${METRICS}/?host=1`, status: 403, text: '{"detail":"","code":"x"}' },
      '403 x of',
    ],
    ['a code of 400', { method: 'GET', path: METRICS, status: 400, text: '{"detail":"","code":"x"}' }, '400 x of'],
    ['a status by HEAD', { method: 'HEAD', path: METRICS, status: 418, text: '' }, '418'],
  ])('%s that it does not list is an error', (_name, seen, message) => {
    expect(() => requireDocumented(seen)).toThrow(message);
  });

  test('what it lists is none, and what is no address of it neither', () => {
    const denied = '{"detail":"","code":"insufficient_scope"}';
    requireDocumented({ method: 'GET', path: `${METRICS}?host=1`, status: 403, text: denied });
    requireDocumented({ method: 'GET', path: '/nothing', status: 418, text: '' });
    requireDocumented({ method: 'OPTIONS', path: METRICS, status: 204, text: '' });
  });

  test('it lists a missing scope and a missing second factor for every operation that takes credentials', async () => {
    const app = await createTestApp();
    const program = await app.programAs('ana', ['CONVERT']);
    const refused = await program.get(METRICS);
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'insufficient_scope' }]);
    await app.services.accessPolicyChanges.setSecondFactor('ALL', COMMAND_LINE);
    const lacking = await (await app.scriptAs('bia')).get(METRICS);
    expect([lacking.status, lacking.json()]).toMatchObject([403, { code: 'second_factor_required' }]);
  });
});
