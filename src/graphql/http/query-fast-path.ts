import type { Request, Response } from 'express';
import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import type { ReportFailure } from '../../shared/report-failure.js';
import type { GraphQLContext } from '../context.js';
import type { DocumentCache } from '../document-cache.js';
import { formatGraphQLErrors, headOf } from '../error-format.js';
import { hasTooManyValues } from '../limits/variable-limits.js';

/** A query by POST whose document is known, with its variables. */
interface KnownQuery {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly contentType: string;
}

/** The fields that a body may have; with any other, Apollo answers the request. */
const BODY_FIELDS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

/** The `Content-Type` of the answer, by the values of `Accept` that clients usually send. */
const CONTENT_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
]);

/** The query of a request, when it is a plain one whose document is known; undefined for what Apollo has to answer. */
export function fastPathRequest(request: Request, documents: DocumentCache): KnownQuery | undefined {
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') return undefined;
  const contentType = CONTENT_TYPES.get(request.headers.accept);
  const body: unknown = request.body;
  if (contentType === undefined || !isRecord(body) || typeof body.query !== 'string') return undefined;
  for (const field in body) if (!BODY_FIELDS.has(field)) return undefined;
  const known = documents.get(body.query);
  if (!known?.plainQuery || (body.operationName ?? known.plainQuery.name) !== known.plainQuery.name) return undefined;
  const { document } = known;
  const variables = body.variables ?? {};
  return isRecord(variables) && !hasTooManyValues(variables) ? { document, variables, contentType } : undefined;
}

interface FastPathDeps {
  readonly schema: GraphQLSchema;
  readonly context: GraphQLContext;
  readonly report: ReportFailure;
  readonly response: Response;
}

/**
 * Executes a known query and answers it, as Apollo would.
 *
 * @returns false when nothing was done, because the token that came with it is not valid: Apollo answers that, too.
 */
export async function answerByFastPath(
  { document, variables, contentType }: KnownQuery,
  { schema, context, report, response }: FastPathDeps,
): Promise<boolean> {
  // A token that is present and not valid is rejected whatever the operation asks for.
  const rejected = await context.viewer().then(
    () => false,
    () => true,
  );
  if (rejected) return false;
  const { data, errors: failures } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
  });
  const errors = failures && formatGraphQLErrors(failures, { language: context.language, report });
  const { status, headers } = headOf(errors ?? [], data);
  const text = `${JSON.stringify({ errors, data })}\n`;
  response.statusCode = status;
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
