import type { OperationDescription } from '../../platform/rest/operation-description.js';
import { CALCULATION_ERROR } from './calculation-error.js';
import { conversions } from './rules/bases/convert-base.js';

/** Values of the query parameter `type` (contract 5). */
const TYPES = [...Object.keys(conversions).map((name) => name.toLowerCase()), 'and', 'or', 'xor'];

/** Conversion and logic, which share a path (contract 5). */
export const calculation = {
  id: 'calculate',
  group: 'conversion',
  summary: 'Converts a whole number, or combines two bits',
  description: `Conversions take \`value\`; \`and\`, \`or\` and \`xor\` take \`value1\` and \`value2\`. Parameters with other names are ignored; repeated ones are refused.

To decimal, \`result\` is a JSON **number with every digit**, which may be far beyond 2^53 and even beyond what a double can hold: a
parser that reads numbers as doubles rounds it. Read it with one that does not, or ask GraphQL, where it is a string.`,
  parameters: [
    {
      name: 'type',
      required: true,
      description: 'Conversion or operation, in lower case.',
      schema: { type: 'string', enum: TYPES, examples: ['hex2dec'] },
    },
    {
      name: 'value',
      required: false,
      description:
        'The number to convert. White space around it, one sign, and the prefix of its base (0b, 0o, 0x) are allowed. Write a plus sign as %2B.',
      schema: { type: 'string', minLength: 1, maxLength: 4096, examples: ['ff'] },
    },
    ...['value1', 'value2'].map((name) => ({
      name,
      required: false,
      description: 'A bit to combine.',
      schema: { type: 'string', enum: ['0', '1'] },
    })),
  ],
  success: {
    description: 'The result.',
    schema: {
      type: 'object',
      properties: {
        result: {
          oneOf: [
            { type: 'integer', description: 'To decimal: a number with every digit. Logic: 0 or 1.' },
            { type: 'string', pattern: '^-?[0-9A-F]+$', description: 'From decimal: no prefix, in upper case.' },
          ],
        },
      },
      required: ['result'],
      additionalProperties: false,
    },
    examples: { toDecimal: { result: 255 }, fromDecimal: { result: 'FF' }, logic: { result: 1 } },
  },
  invalid: {
    description: 'Any fault in the parameters: always this text.',
    schema: {
      type: 'object',
      properties: { result: { const: CALCULATION_ERROR } },
      required: ['result'],
      additionalProperties: false,
    },
    examples: { calculation: { result: CALCULATION_ERROR } },
  },
} as const satisfies OperationDescription;
