import { accountsRoutes } from '../features/accounts/accounts.routes.js';
import { httpSdReading } from '../features/administration/open-metrics/http-sd.openapi.js';
import { HTTP_SD_PATH } from '../features/administration/open-metrics/http-sd.page.js';
import { conversionRoutes } from '../features/conversion/conversion.routes.js';
import { monitoringRoutes } from '../features/monitoring/monitoring.routes.js';
import { OTLP_METRICS_PATH } from '../features/monitoring/otlp/receiver/otlp.endpoint.js';
import { otlpOperation } from '../features/monitoring/otlp/receiver/otlp.openapi.js';
import type { DescribedAddress } from '../platform/rest/operation-description.js';
import type { RestRoute } from '../platform/rest/rest-route.js';

/** All routes of the REST transport, each with its operation (contract 2). */
export const restRoutes: readonly RestRoute[] = [...accountsRoutes, ...monitoringRoutes, ...conversionRoutes];

/** Liveness, for a supervisor that restarts the process once it stops answering. */
export const HEALTH_PATH = '/healthz';

/** Readiness, for a load balancer that sends requests elsewhere until it is restored. */
export const READINESS_PATH = '/readyz';

/**
 * The OpenAPI document. Public because it reveals nothing beyond the documentation except this installation's URL, and
 * authors of clients may not have an account yet.
 */
export const OPEN_API_PATH = '/api/openapi.json';

/** API paths that run no operation and are therefore not in the route table. */
export const otherAddresses: Readonly<Record<string, DescribedAddress>> = {
  [HTTP_SD_PATH]: httpSdReading,
  [HEALTH_PATH]: {
    open: true,
    id: 'checkLiveness',
    group: 'service',
    summary: 'Liveness of the process',
    description: 'Checks nothing else: a service without its database needs no restart.',
    success: statusOf('ok', 'It does.'),
  },
  [READINESS_PATH]: {
    open: true,
    id: 'checkReadiness',
    group: 'service',
    summary: 'Readiness of the process and its dependencies',
    description: 'Checks that the database answers.',
    success: statusOf('ready', 'They do.'),
    errors: ['busy'],
  },
  [OPEN_API_PATH]: {
    open: true,
    id: 'readOpenApi',
    group: 'service',
    summary: 'This document',
    description: 'OpenAPI 3.1, generated from the route table.',
    success: {
      description: 'The document.',
      schema: { type: 'object', properties: { openapi: { const: '3.1.1' } }, required: ['openapi', 'info', 'paths'] },
      examples: {},
    },
  },
};

/** Paths whose bodies another specification defines. */
export const foreignPaths: Readonly<Record<string, object>> = { [OTLP_METRICS_PATH]: otlpOperation };

function statusOf(status: string, description: string) {
  const schema = {
    type: 'object',
    properties: { status: { const: status } },
    required: ['status'],
    additionalProperties: false,
  };
  return { description, schema, examples: { [status]: { status } } };
}
