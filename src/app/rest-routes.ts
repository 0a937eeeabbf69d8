import { accountsRoutes } from '../features/accounts/accounts.routes.js';
import { conversionRoutes } from '../features/conversion/conversion.routes.js';
import { monitoringRoutes } from '../features/monitoring/monitoring.routes.js';
import type { OperationDescription } from '../platform/rest/operation-description.js';
import type { RestRoute } from '../platform/rest/rest-route.js';

/** The REST transport: every address that runs an operation (contract 2). */
export const restRoutes: readonly RestRoute[] = [...accountsRoutes, ...monitoringRoutes, ...conversionRoutes];

/** Liveness, for a supervisor that restarts the process when it does not answer. */
export const HEALTH_PATH = '/healthz';

/** Readiness, for a load balancer that sends requests elsewhere meanwhile. */
export const READINESS_PATH = '/readyz';

/**
 * The OpenAPI document. Public: it has only what the documentation has and the address of this installation, and authors
 * of clients may have no account yet.
 */
export const OPEN_API_PATH = '/api/openapi.json';

/** Addresses of the API that are not in the route table, since they run no operation. They are public. */
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
