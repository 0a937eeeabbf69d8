import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Language } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import { errorKinds, fieldTexts, VigiaError } from '../../shared/errors/vigia-error.js';

interface FormatParts {
  readonly language: Language;
  readonly report: ReportFailure;
}

/** Maximum size of a response's list of errors, as JSON (promise 20). */
const ERRORS_MAX_BYTES = 7_500;
const MESSAGE_MAX_LENGTH = 300;
const PATH_MAX_LENGTH = 500;
const LOCATIONS_MAX = 5;

/** Formats a response's errors for clients: as many as fit, but at least the first. */
export function formatGraphQLErrors(errors: readonly GraphQLError[], deps: FormatParts): GraphQLFormattedError[] {
  let bytes = 0;
  const formatted: GraphQLFormattedError[] = [];
  for (const error of errors) {
    const next = formatGraphQLError(error, deps);
    bytes += Buffer.byteLength(JSON.stringify(next)) + 1;
    if (bytes > ERRORS_MAX_BYTES && formatted.length > 0) break;
    formatted.push(next);
  }
  return formatted;
}

/**
 * Formats an error for clients (contract 8): expected failures in the caller's language with their code; GraphQL's own
 * errors without hints about the schema; anything else masked, with an id that is also in the log.
 */
function formatGraphQLError(error: GraphQLError, deps: FormatParts): GraphQLFormattedError {
  const cause = error.originalError;
  if (cause instanceof VigiaError) {
    if (cause.cause) deps.report(cause.cause);
    return located(error, expected(cause, deps.language));
  }
  if (cause && !(cause instanceof GraphQLError)) return located(error, masked(cause, deps));
  const code = error.extensions.overLimit ? 'BAD_USER_INPUT' : error.extensions.code;
  return located(error, {
    message: withoutHintsAndValues(error),
    extensions: { code: typeof code === 'string' ? code : 'BAD_USER_INPUT' },
  });
}

/**
 * Reduces GraphQL's own messages to the fault and its location, since they repeat the input, which may be a password,
 * and suggest names from the schema. Each regular expression runs in linear time because the input may be long.
 */
function withoutHintsAndValues({ message, originalError }: GraphQLError): string {
  const [, variable] = /^(Variable "\$\w+") got invalid value /.exec(message) ?? [];
  if (variable && originalError) return variableFault(variable, message, originalError.message);
  return message
    .replace(/ ?Did you mean [\s\S]*$/, '')
    .replace(/^Value "[\s\S]*" does not exist in ("\w+") enum\.[\s\S]*$/, 'The value does not exist in the enum $1.')
    .replace(/(cannot represent[^:"]{0,100}): [\s\S]*$/, '$1.')
    .replace(/(cannot represent an? invalid [\w-]{1,40}) [\s\S]*$/, '$1.')
    .replace(/^(Expected value of type [\s\S]*?), found [\s\S]*$/, '$1.')
    .replace(/^(Expected type "\w+"\.) [\s\S]*$/, '$1')
    .replace(/\b(String|BlockString|Int|Float) "[\s\S]*$/, '$1.');
}

/** Names a variable, the place within it, and why the value does not fit: `"$input" got an invalid value at …: …`. */
function variableFault(variable: string, message: string, reason: string): string {
  const beforeReason = message.slice(0, -`; ${reason}`.length);
  const path = / at "([\w.[\]]+)"$/.exec(beforeReason)?.[1];
  const why = withoutHintsAndValues(new GraphQLError(reason));
  return `${variable} got an invalid value${path ? ` at "${path}"` : ''}: ${why}`;
}

/** A response's status and headers; header names are in lower case. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns a response's status and headers (contract 1): 200 if a root field has data, otherwise those of the first
 * error.
 */
export function headOf(
  [first]: readonly GraphQLFormattedError[],
  data: Readonly<Record<string, unknown>> | null | undefined,
): AnswerHead {
  if (!first || Object.values(data ?? {}).some((value) => value !== null)) return { status: 200, headers: {} };
  const status = statusOf(first);
  const retryAfter = first.extensions?.retryAfter;
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="api"' }),
      ...(status === 405 && { allow: 'POST, OPTIONS' }),
    },
  };
}

/** Returns the HTTP status of a formatted error, based on its `extensions.code`. */
function statusOf(error: GraphQLFormattedError): number {
  const kind = Object.values(errorKinds).find(({ graphqlCode }) => graphqlCode === error.extensions?.code);
  return kind?.status ?? 400;
}

type Body = Pick<GraphQLFormattedError, 'message' | 'extensions'>;

function located(error: GraphQLError, body: Body): GraphQLFormattedError {
  return {
    ...body,
    message: body.message.slice(0, MESSAGE_MAX_LENGTH),
    ...(error.locations && { locations: error.locations.slice(0, LOCATIONS_MAX) }),
    // Aliases chosen by the caller may make the path long.
    ...(error.path && error.path.join().length <= PATH_MAX_LENGTH && { path: error.path }),
  };
}

function expected(error: VigiaError, language: Language): Body {
  const { retryAfterSeconds, fields } = error.details;
  return {
    message: translate(error.text, language),
    extensions: {
      code: errorKinds[error.kind].graphqlCode,
      ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
      ...(fields && { fields: fieldTexts(fields, language) }),
    },
  };
}

function masked(error: Error, { language, report }: FormatParts): Body {
  return {
    message: translate('graphql.internal', language),
    extensions: { code: errorKinds.internal.graphqlCode, id: report(error) },
  };
}
