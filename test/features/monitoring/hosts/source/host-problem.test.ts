import { expect, test } from 'vitest';
import { type FoundProblem, problemMessage } from '../../../../../src/features/monitoring/hosts/source/host-problem.js';
import { translate } from '../../../../../src/i18n/translate.js';

test.for<[FoundProblem, string]>([
  [{ code: 'NOT_REACHABLE', detail: 'ECONNREFUSED' }, '(ECONNREFUSED). Verifique se o exportador está em execução'],
  [{ code: 'NOT_REACHABLE', detail: 'ENOTFOUND' }, 'não conhece o nome que está no endereço (ENOTFOUND)'],
  [{ code: 'NOT_REACHABLE', detail: 'EPROTO' }, 'Informe-o com http://'],
  [{ code: 'ADDRESS_NOT_ALLOWED', detail: 'linkLocal' }, 'O Vigia não lê este endereço: por padrão'],
  [{ code: 'ADDRESS_NOT_ALLOWED', detail: 'this service' }, 'já mede a máquina dele'],
  [{ code: 'ADDRESS_NOT_ALLOWED', detail: 'port 22' }, 'uma porta a partir de 1024'],
])('a problem is said with what to do about it: %j', ([problem, words]) => {
  expect(translate(problemMessage(problem), 'pt')).toContain(words);
});
