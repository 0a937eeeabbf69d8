import { expect, test } from 'vitest';
import { numberProblemText } from '../../../../../src/features/conversion/rules/bases/number-problem-text.js';
import { parseWhole } from '../../../../../src/features/conversion/rules/bases/whole-number.js';
import { translate } from '../../../../../src/i18n/translate.js';

test.each([
  ['102', 2, 'O “2” na posição 3 não existe na base 2. Use só 0 e 1.'],
  ['19', 8, 'O “9” na posição 2 não existe na base 8. Use só algarismos de 0 a 7.'],
  ['2.5', 10, 'O “.” na posição 2 não existe na base 10. Use só algarismos de 0 a 9.'],
  ['1 0', 10, 'O espaço na posição 2 não existe na base 10. Use só algarismos de 0 a 9.'],
  ['B', 11, 'O “B” na posição 1 não existe na base 11. Use só algarismos de 0 a 9 e a letra A.'],
  ['0xFG', 16, 'O “G” na posição 4 não existe na base 16. Use só algarismos de 0 a 9 e letras de A a F.'],
  ['1\u200b', 2, 'O caractere U+200B na posição 2 não existe na base 2. Use só 0 e 1.'],
  ['-', 10, 'Escreva um número inteiro.'],
])('%j in base %i: %s', (text, radix, sentence) => {
  const parsed = parseWhole(text, radix);
  if (typeof parsed === 'bigint') throw new Error('It was read as a number');
  expect(translate(numberProblemText(parsed.problem), 'pt')).toBe(sentence);
});
