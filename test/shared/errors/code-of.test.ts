import { expect, test } from 'vitest';
import { codeOf } from '../../../src/shared/errors/code-of.js';

const withCode = (code: unknown) => Object.assign(new Error('no'), { code });

test.each([
  [withCode('EACCES'), 'EACCES'],
  [withCode(2), '2'],
  [withCode({}), undefined],
  [new Error('no'), undefined],
  ['EACCES', undefined],
  [null, undefined],
])('the code of %o is %s', (error, code) => {
  expect(codeOf(error)).toBe(code);
});
