import type { Text } from '../../shared/text.js';
import { EXPRESSION_MAX_LENGTH, NESTING_MAX, VARIABLES_MAX } from './expression.js';
import { VALUE_MAX_LENGTH } from './whole-number.js';

/** A sign and the place at which it stands, both as people read them. */
interface Place {
  readonly sign: Text;
  readonly position: number;
}

/** What can be wrong with a number or an expression: the same words on the page and over the API. */
export const problemMessages = {
  valueTooLong: {
    pt: `Escreva no máximo ${VALUE_MAX_LENGTH} caracteres.`,
    en: `Write at most ${VALUE_MAX_LENGTH} characters.`,
  },
  noDigits: { pt: 'Escreva um número inteiro.', en: 'Write a whole number.' },
  wrongDigit: ({ sign, position, radix, digits }: Place & { radix: number; digits: Text }): Text => ({
    pt: `Na posição ${position} há ${sign.pt}, que não é um algarismo da base ${radix}: ${digits.pt}.`,
    en: `At position ${position} there is ${sign.en}, which is no digit of base ${radix}: ${digits.en}.`,
  }),
  expressionTooLong: {
    pt: `Escreva no máximo ${EXPRESSION_MAX_LENGTH} caracteres.`,
    en: `Write at most ${EXPRESSION_MAX_LENGTH} characters.`,
  },
  empty: { pt: 'Escreva uma expressão, como A AND B.', en: 'Write an expression, such as A AND B.' },
  unknownSign: ({ sign, position }: Place): Text => ({
    pt: `Na posição ${position} há ${sign.pt}, que não tem lugar em uma expressão.`,
    en: `At position ${position} there is ${sign.en}, which has no place in an expression.`,
  }),
  operandExpected: ({ sign, position }: Place): Text => ({
    pt: `Na posição ${position} há ${sign.pt}, onde se espera uma variável, 0, 1, NOT ou um parêntese aberto.`,
    en: `At position ${position} there is ${sign.en} where a variable, 0, 1, NOT or an opening bracket is expected.`,
  }),
  operatorExpected: ({ sign, position }: Place): Text => ({
    pt: `Na posição ${position} há ${sign.pt}, onde se espera uma operação, como AND.`,
    en: `At position ${position} there is ${sign.en} where an operation is expected, such as AND.`,
  }),
  bracketUnopened: ({ position }: Place): Text => ({
    pt: `O parêntese da posição ${position} fecha o que nenhum abriu.`,
    en: `The bracket at position ${position} closes what none has opened.`,
  }),
  bracketUnclosed: ({ position }: Place): Text => ({
    pt: `O parêntese da posição ${position} não foi fechado.`,
    en: `The bracket at position ${position} is not closed.`,
  }),
  tooDeep: ({ position }: Place): Text => ({
    pt: `Na posição ${position} há mais de ${NESTING_MAX} parênteses e negações uns dentro dos outros.`,
    en: `At position ${position} there are more than ${NESTING_MAX} brackets and negations within each other.`,
  }),
  tooManyVariables: ({ sign, position }: Place): Text => ({
    pt: `Na posição ${position}, ${sign.pt} é uma variável a mais: são no máximo ${VARIABLES_MAX}.`,
    en: `At position ${position}, ${sign.en} is one variable too many: there may be ${VARIABLES_MAX}.`,
  }),
  end: { pt: 'o fim', en: 'the end' },
  blank: { pt: 'um espaço', en: 'a blank' },
};
