import { defineRoute, type RestRequest } from '../../platform/rest/rest-route.js';
import { CALCULATION_ERROR } from './calculation-error.js';
import { calculation } from './conversion.openapi.js';
import { type ConversionName, conversions } from './rules/bases/convert-base.js';
import type { BinaryOperation } from './rules/logic/logic-operations.js';

const address = {
  method: 'GET',
  addresses: ['/sistema/conversor/api/v1/converter', '/sistema/conversor/v1/api'],
  invalidBody: { result: CALCULATION_ERROR },
  describe: calculation,
} as const;

/** Maps `bin2dec` to `BIN2DEC`, since the query parameter `type` names an enum value in lower case. */
const conversionTypes = new Map(Object.keys(conversions).map((name) => [name.toLowerCase(), name]));
const logicTypes = new Map<string, BinaryOperation>([
  ['and', 'AND'],
  ['or', 'OR'],
  ['xor', 'XOR'],
]);
const bits = new Map([
  ['0', 0],
  ['1', 1],
]);

/** REST routes of the conversion area: one path for two operations, which `type` selects (contract 5). */
export const conversionRoutes = [
  defineRoute<{ logic: number }>({
    ...address,
    when: ({ query }) => named(logicTypes, query.type) !== undefined,
    operation: `query RestLogic($operation: LogicOperation!, $value1: Int!, $value2: Int!) {
      logic(operation: $operation, value1: $value1, value2: $value2)
    }`,
    variables: ({ query }: RestRequest) => ({
      operation: named(logicTypes, query.type),
      value1: named(bits, query.value1),
      value2: named(bits, query.value2),
    }),
    body: ({ logic }) => ({ result: logic }),
  }),
  defineRoute<{ convert: { result: string } }, { type: ConversionName | undefined; value: unknown }>({
    ...address,
    operation: `query RestConvert($type: ConversionType!, $value: String!) {
      convert(type: $type, value: $value) { result }
    }`,
    variables: ({ query }) => ({
      type: named(conversionTypes, query.type) as ConversionName | undefined,
      value: query.value,
    }),
    // To decimal: a JSON number with every digit, even beyond 2⁵³. From decimal: a string (contract 5).
    body: ({ convert }, { type }) => ({
      result: type && conversions[type].to === 10 ? JSON.rawJSON(convert.result) : convert.result,
    }),
  }),
];

function named<T>(values: ReadonlyMap<string, T>, name: unknown): T | undefined {
  return typeof name === 'string' ? values.get(name) : undefined;
}
