import { problemSchema } from '../../../../platform/rest/open-api-errors.js';

/** Schema of a refusal: `google.rpc.Status`, as OTLP wants it. */
const statusSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: 'Code of gRPC.' },
    message: { type: 'string', description: 'What is wrong and what to do, in English, for the log of the sender.' },
  },
  required: ['code', 'message'],
  additionalProperties: false,
};

const successSchema = {
  type: 'object',
  properties: {
    partialSuccess: {
      type: 'object',
      description: 'Missing if all points were taken.',
      properties: {
        rejectedDataPoints: { type: 'string', pattern: '^\\d+$' },
        errorMessage: { type: 'string', description: 'Why they were not taken: never a reason to send them again.' },
      },
      required: ['rejectedDataPoints', 'errorMessage'],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** Description of `POST /v1/metrics`, whose bodies and refusals are those of OTLP 1, not of REST v1. */
export const otlpOperation = {
  post: {
    operationId: 'sendMetrics',
    tags: ['monitoring'],
    summary: 'Metrics of machines, sent by OpenTelemetry',
    description:
      'OTLP/HTTP 1, as protobuf or JSON, packed with gzip or not: at most 1 MiB, 4 MiB unpacked and 20,000 data points. The answer has the type of the request. System metrics of the semantic conventions become the figures of the host that the token is for, or of the hosts that `host.name` tells apart.',
    security: [{ otlpToken: [] }],
    requestBody: {
      required: true,
      content: {
        'application/x-protobuf': {
          schema: { type: 'string', format: 'binary', description: 'ExportMetricsServiceRequest.' },
        },
        'application/json': {
          schema: {
            type: 'object',
            description: 'ExportMetricsServiceRequest.',
            properties: { resourceMetrics: { type: 'array', items: { type: 'object' } } },
          },
          examples: { empty: { value: { resourceMetrics: [] } } },
        },
      },
    },
    responses: {
      200: {
        description: 'Taken, but for the points that `partialSuccess` counts.',
        content: {
          'application/json': {
            schema: successSchema,
            examples: {
              all: { value: {} },
              some: {
                value: {
                  partialSuccess: {
                    rejectedDataPoints: '2',
                    errorMessage: 'Vigia has no use for these metrics: jvm.threads',
                  },
                },
              },
            },
          },
          'application/x-protobuf': { schema: { type: 'string', format: 'binary' } },
        },
      },
      400: describeRefusal('The body is not OTLP, or the request is for another host.', { code: 3 }, [problemSchema]),
      401: {
        ...describeRefusal('The token is missing, unknown or no longer valid.', { code: 16 }),
        headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } },
      },
      403: describeRefusal('The token is that of an agent.', { code: 7 }),
      413: describeRefusal('The body is over 1 MiB, or over 4 MiB unpacked.', { code: 3 }),
      415: describeRefusal('The body is neither protobuf nor JSON, or packed otherwise than with gzip.', { code: 3 }),
      429: {
        ...describeRefusal('The token has sent too many requests, or its network too many unknown tokens.', {
          code: 8,
        }),
        headers: RETRY_AFTER,
      },
      500: describeRefusal('A server error.', { code: 13 }),
      503: {
        ...describeRefusal('The database is busy, or too many bodies are waiting.', { code: 14 }),
        headers: RETRY_AFTER,
      },
    },
  },
};

function describeRefusal(description: string, { code }: { readonly code: number }, others: readonly object[] = []) {
  const schema = others.length > 0 ? { anyOf: [statusSchema, ...others] } : statusSchema;
  return {
    description,
    content: {
      'application/json': { schema, examples: { status: { value: { code, message: description } } } },
      'application/x-protobuf': { schema: { type: 'string', format: 'binary' } },
    },
  };
}
