import {
  type ErrorResponseName,
  errorHeaders,
  errorResponse,
  errorResponses,
  problemSchema,
} from './open-api-errors.js';
import type { DescribedAddress, DescribedBody, OperationDescription } from './operation-description.js';
import type { RestRoute } from './rest-route.js';

/** Sources of the document. The route table provides paths, methods, and access. */
interface OpenApiDeps {
  readonly routes: readonly RestRoute[];
  readonly otherAddresses: Readonly<Record<string, DescribedAddress>>;
  /** Paths whose bodies another specification defines, each with its complete description. */
  readonly foreignPaths?: Readonly<Record<string, object>>;
  /** Scheme, host and port of the service. */
  readonly publicUrl: string;
}

/** Version of paths and schemas, not of the program. v1 only ever gets additions. */
const API_VERSION = '1.0.0';

/**
 * Generates the OpenAPI 3.1 document of the REST transport from the route table. Every route has a description, so the
 * document is always complete.
 *
 * @throws when the routes for one path and method are described differently, in which case the service must not start.
 */
export function openApiDocument({ routes, otherAddresses, foreignPaths, publicUrl }: OpenApiDeps): object {
  return {
    openapi: '3.1.1',
    info: { title: 'Vigia REST v1', version: API_VERSION, summary: SUMMARY, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths: { ...buildPaths(routes), ...otherPaths(otherAddresses), ...foreignPaths },
    components: {
      securitySchemes: { ...SECURITY_SCHEMES, ...OTLP_SCHEME },
      headers: errorHeaders,
      schemas: { Problem: problemSchema },
      responses: Object.fromEntries(
        (Object.keys(errorResponses) as ErrorResponseName[]).map((name) => [name, errorResponse(name)]),
      ),
    },
  };
}

const SUMMARY = 'Live host metrics, their analysis, number bases and logic.';

const DESCRIPTION = `Every operation is also a field of GraphQL at /graphql, with the same rights and limits.

A trailing slash more or less makes no difference. HEAD follows GET; OPTIONS answers 204 with Allow, any other method 405
(\`method_not_allowed\`) with Allow; an unknown address below answers 404 (\`not_found\`). Both have the shape Problem.
A request whose Host is not one of this service answers 400 (\`invalid\`); one with headers over 16 KiB a bare 431, and one that
takes longer than half a minute to arrive a bare 408.

Sentences are in the language that Accept-Language prefers of those that there are, else English; fixed texts and analyses are in Portuguese then. Words in \`code\` never change.`;

const TAGS = [
  { name: 'accounts', description: 'Token pairs: an access token for 10 minutes, a refresh token for a day.' },
  { name: 'monitoring', description: "The newest sample of the host, and an AI's explanation of it." },
  { name: 'conversion', description: 'Number bases and logic.' },
  { name: 'service', description: 'The service itself.' },
];

const SECURITY_SCHEMES = {
  sessionid: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description: 'The session of a browser that logged in at /accounts/login/.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      "An access token (JWT), or a personal access token with the operation's scope. An invalid one is refused, even beside a valid session.",
  },
} as const;

const OTLP_SCHEME = {
  otlpToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a host or collector that staff have added for OpenTelemetry.',
  },
} as const;

function buildPaths(routes: readonly RestRoute[]): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  const described = new Map<string, OperationDescription>();
  for (const { addresses, method, describe, open } of routes) {
    for (const [index, address] of addresses.entries()) {
      const key = `${method} ${address}`;
      if ((described.get(key) ?? describe) !== describe) throw new Error(`${key} is described in two ways`);
      described.set(key, describe);
      const first = index === 0 ? undefined : addresses[0];
      paths[address] = {
        ...paths[address],
        [method.toLowerCase()]: operation(describe, {
          first,
          open: open === true,
          errors: commonErrors({ method, open }),
        }),
      };
    }
  }
  return paths;
}

function otherPaths(addresses: OpenApiDeps['otherAddresses']): Record<string, object> {
  return Object.fromEntries(
    Object.entries(addresses).map(([path, description]) => {
      const { open = false } = description;
      const errors = open ? [] : commonErrors({ method: 'GET' });
      return [path, { get: operation(description, { open, errors }) }];
    }),
  );
}

interface AddressUse {
  /** Path that this one is an alias of. */
  readonly first?: string | undefined;
  readonly open: boolean;
  /** Errors in addition to those in its description. */
  readonly errors: readonly ErrorResponseName[];
}

function commonErrors({ method, open }: Pick<RestRoute, 'method' | 'open'>): ErrorResponseName[] {
  return [
    ...(open ? [] : (['notAuthenticated', 'forbidden'] as const)),
    ...(method === 'POST' ? (['tooLarge', 'unsupportedMediaType'] as const) : []),
    'internal',
    'busy',
  ];
}

function operation(described: OperationDescription, { first, open, errors: common }: AddressUse): object {
  const { id, group, summary, description, parameters = [], body, success } = described;
  const also = first === undefined ? '' : `\n\nThe same operation, and the same rate limit, as \`${first}\`.`;
  return {
    operationId: first === undefined ? id : `${id}ByOtherAddress`,
    tags: [group],
    summary,
    description: description + also,
    security: open ? [] : Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters: parameters.map((parameter) => ({ ...parameter, in: 'query' })) }),
    ...(body && { requestBody: { required: true, ...content(body, BODY_TYPES) } }),
    responses: {
      200: content(success, ['application/json']),
      400: content(describeInvalid(described), ['application/json']),
      ...errorsByStatus([...common, ...(described.errors ?? [])]),
    },
  };
}

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

function content({ description, schema, examples }: DescribedBody, types: readonly string[]): object {
  const named = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema, examples: named }])) };
}

/**
 * Describes a path's 400. Every path answers 400 for a wrong host, and some have a separate schema for other faults.
 */
function describeInvalid({ invalid, body }: OperationDescription): DescribedBody {
  const codes = body ? ['invalid', 'parse_error'] : ['invalid'];
  const { properties } = problemSchema;
  const problem = { ...problemSchema, properties: { ...properties, code: { ...properties.code, enum: codes } } };
  return {
    description: invalid?.description ?? 'The request is malformed, or for another host.',
    schema: invalid ? { anyOf: [invalid.schema, problem] } : problem,
    examples: {
      ...invalid?.examples,
      invalid: { detail: 'Use the host name of this service: it does not answer to this one.', code: 'invalid' },
    },
  };
}

function errorsByStatus(names: readonly ErrorResponseName[]): object {
  return Object.fromEntries(
    names.map((name) => [errorResponses[name].status, { $ref: `#/components/responses/${name}` }] as const),
  );
}
