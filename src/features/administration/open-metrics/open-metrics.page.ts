import type { Request, RequestHandler } from 'express';
import {
  InsufficientScope,
  NotAuthenticated,
  PermissionDenied,
  SecondFactorRequired,
} from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import { type ExpositionType, expositionTypes } from './exposition.js';
import type { OpenMetrics } from './open-metrics.js';

/** Prometheus's default path. */
export const METRICS_PATH = '/metrics';

interface OpenMetricsPageDeps {
  readonly openMetrics: Pick<OpenMetrics, 'text'>;
  readonly identifyViewer: (request: Request) => Promise<Viewer | null>;
  readonly scrapes: Quota;
}

/**
 * Handles `GET /metrics` for signed-in users who see machines, and for personal access tokens with the scope READ
 * (contract 14, 21).
 */
export function openMetricsPage({ openMetrics, identifyViewer, scrapes }: OpenMetricsPageDeps): RequestHandler {
  return async (request, response) => {
    const viewer = await identifyViewer(request);
    if (!viewer) throw new NotAuthenticated();
    if (viewer.scopes && !viewer.scopes.includes('READ')) throw new InsufficientScope('READ');
    if (viewer.lacksSecondFactor) throw new SecondFactorRequired();
    if (viewer.machines === 'NONE') throw new PermissionDenied('errors.seesNoMachines');
    await scrapes.take(String(viewer.userId));
    const type = wantedType(request);
    response
      .set('Content-Type', `${type}; charset=utf-8`)
      .vary('Accept')
      .send(await openMetrics.text(type, viewer));
  };
}

/**
 * Escaping schemes that scrapers may request for names beyond letters, digits, underscores and colons. No name here has
 * to be escaped, so every scheme gives the same text.
 */
const ESCAPING_SCHEMES = ['allow-utf-8', 'underscores', 'dots', 'values'];

const offeredTypes = new Map<string, ExpositionType>(
  Object.values(expositionTypes).flatMap((type) => [
    [type, type] as const,
    ...ESCAPING_SCHEMES.map((scheme) => [`${type}; escaping=${scheme}`, type] as const),
  ]),
);

/** Returns the format that the caller prefers; the older one by default. */
function wantedType(request: Request): ExpositionType {
  const accepted = request.accepts([...offeredTypes.keys()]);
  return offeredTypes.get(accepted || '') ?? expositionTypes.PROMETHEUS;
}
