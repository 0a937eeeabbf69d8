import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { subjectOf } from '../../../client/src/features/administration/audit/subject.js';
import { addSentences } from '../../../client/src/lib/i18n/t.js';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en-GB' } });
  addSentences({ 'ui.audit.facts.host': 'machine', 'ui.audit.facts.version': 'version', 'ui.audit.nobody': 'nobody' });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const event = (kind: string, facts: object, changes = {}) =>
  subjectOf({ event: kind, username: '', before: null, after: JSON.stringify(facts), ...changes } as Parameters<
    typeof subjectOf
  >[0]);

test('a row of the audit names the machine, channel, rule, domain or version that it is about', () => {
  expect(event('HOST_RETIRE', { host: 4, name: 'nas' })).toBe('nas');
  expect(event('HOST_RENAME', { host: 4, name: 'nas' }, { before: '{"host":4,"name":"old"}' })).toBe('nas');
  expect(event('CHANNEL_TEST', { name: 'Plantão', answer: 'ok' })).toBe('Plantão');
  expect(event('ALERT_RULE_UPDATE', { id: 2, name: 'Fila comprida' })).toBe('Fila comprida');
  expect(event('SILENCE_CREATE', { silence: 3, rule: 'Fila comprida', host: 4 })).toBe('Fila comprida');
  expect(event('SILENCE_CREATE', { silence: 3, host: 4 })).toBe('machine 4');
  expect(event('INCIDENT_ACKNOWLEDGE', { incident: 3, name: 'Fila comprida' }, { username: 'ana' })).toBe(
    'Fila comprida',
  );
  expect(event('DOMAIN_BLOCK', { domain: 'mail.example' })).toBe('mail.example');
  expect(event('TERMS_CREATE', { version: '2' })).toBe('version 2');
  expect(event('REGISTRATION_MODE', { registration: 'OPEN' })).toBe('');
});

test('also where a list has cut its facts', () => {
  const cut = '{"name":"Uma \\"boa\\" regra","expression":"cpu > 9…';
  expect(event('ALERT_RULE_CREATE', {}, { after: cut })).toBe('Uma "boa" regra');
});

test('a row about an account names the account', () => {
  expect(event('STAFF_GRANT', {}, { username: 'ana' })).toBe('ana');
  expect(event('LOGIN', {})).toBe('nobody');
});
