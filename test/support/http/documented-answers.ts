import { foreignPaths, otherAddresses, restRoutes } from '../../../src/app/rest-routes.js';
import { openApiDocument } from '../../../src/platform/rest/open-api.js';

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly code?: { readonly enum?: readonly string[] } };
}

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

interface Operation {
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

export interface SeenAnswer {
  readonly method: string;
  /** Path with or without a query and a slash at its end. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const document = openApiDocument({
  routes: restRoutes,
  otherAddresses,
  foreignPaths,
  publicUrl: 'http://vigia.test',
}) as Document;

const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [keyOf(method, path), operation] as const),
  ),
);

/**
 * Compares an answer of the REST interface with the OpenAPI document. The clients of the tests call it for every answer.
 *
 * @throws if the document lists neither the status nor the code for this operation.
 */
export function requireDocumented({ method, path, status, text }: SeenAnswer): void {
  const operation = operations.get(keyOf(method === 'HEAD' ? 'get' : method, path));
  if (!operation || (status === 204 && method === 'OPTIONS')) return;
  const response = findResponse(operation, status);
  const code = codeIn(text);
  const isListed = response && (code === undefined || codesOf(response).includes(code));
  if (!isListed) throw new Error(`The OpenAPI document does not list ${status} ${code ?? ''} of ${method} ${path}`);
}

function keyOf(method: string, path: string): string {
  const [name = ''] = path.split('?');
  return `${method.toLowerCase()} ${name.replace(/\/$/, '')}`;
}

function findResponse({ responses }: Operation, status: number): Response | undefined {
  const response = responses[status];
  if (!response || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.replace('#/components/responses/', '')];
}

function codeIn(text: string): string | undefined {
  try {
    const { code, detail } = JSON.parse(text) as { code?: unknown; detail?: unknown };
    return typeof code === 'string' && detail !== undefined ? code : undefined;
  } catch {
    return undefined;
  }
}

function codesOf({ content }: Response): readonly string[] {
  const { schema } = content['application/json'];
  return [schema, ...(schema.anyOf ?? [])].flatMap(({ properties }) => properties?.code?.enum ?? []);
}
