import { accountsRoutes } from './accounts/accounts.routes.js';
import { conversionRoutes } from './conversion/conversion.routes.js';
import { monitoringRoutes } from './monitoring/monitoring.routes.js';
import type { OperationDescription } from './rest/operation-description.js';
import type { RestRoute } from './rest/rest-route.js';

/** The REST transport: every address that runs an operation (contract 2). */
export const restRoutes: readonly RestRoute[] = [...accountsRoutes, ...monitoringRoutes, ...conversionRoutes];

/** Liveness, for who restarts the process when it does not answer. */
export const HEALTH_PATH = '/healthz';

/** Readiness, for who sends requests elsewhere meanwhile. */
export const READINESS_PATH = '/readyz';

/**
 * The OpenAPI document. Public: it says what the documentation says, nothing of this installation but its address, and who
 * writes a client has no account yet.
 */
export const OPEN_API_PATH = '/api/openapi.json';

/** Addresses of the API that are not in the route table, since they run no operation. Anybody may read them. */
export const openAddresses: Readonly<Record<string, OperationDescription>> = {
  [HEALTH_PATH]: {
    id: 'checkLiveness',
    group: 'service',
    summary: 'Whether the process answers',
    description: 'Looks at nothing else: a service whose database is away needs no restart.',
    success: statusOf('ok', 'It does.'),
  },
  [READINESS_PATH]: {
    id: 'checkReadiness',
    group: 'service',
    summary: 'Whether the process and what it depends on answer',
    description: 'Asks the database about its tables.',
    success: statusOf('ready', 'They do.'),
    errors: ['busy'],
  },
  [OPEN_API_PATH]: {
    id: 'readOpenApi',
    group: 'service',
    summary: 'This document',
    description: 'OpenAPI 3.1, made from the table of routes.',
    success: {
      description: 'The document.',
      schema: { type: 'object', properties: { openapi: { const: '3.1.1' } }, required: ['openapi', 'info', 'paths'] },
      examples: {},
    },
  },
};

function statusOf(status: string, description: string) {
  const schema = {
    type: 'object',
    properties: { status: { const: status } },
    required: ['status'],
    additionalProperties: false,
  };
  return { description, schema, examples: { [status]: { status } } };
}
