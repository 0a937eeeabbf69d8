import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

const { serialize, specifiedByURL, extensions } = GraphQLDateTimeISO.toConfig();

/**
 * The scalar `DateTime`, as `graphql-scalars` writes it: ISO 8601 in UTC, with milliseconds. Arguments stay strings:
 * the rule that reads one (`readTimestamp`) also accepts minutes and other time zones, and its error names the field in
 * the caller's language.
 */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'A time, such as `2026-11-27T09:30:00.000Z` (RFC 3339). Results are in UTC with milliseconds; arguments may have any time zone, and omit seconds.',
  specifiedByURL,
  extensions,
  serialize: (value) => String(serialize?.(value)),
  parseValue: readText,
  parseLiteral: (node) => readText(node.kind === Kind.STRING ? node.value : undefined),
});

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError('DateTime is a string, such as "2026-11-27T09:30:00Z".');
  return value;
}
