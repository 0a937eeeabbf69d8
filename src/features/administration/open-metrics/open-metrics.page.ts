import type { Request, RequestHandler } from 'express';
import { type ExpositionType, expositionTypes } from './exposition.js';
import type { OpenMetrics } from './open-metrics.js';
import type { ScraperAdmission } from './scraper-admission.js';

interface OpenMetricsPageDeps {
  readonly openMetrics: Pick<OpenMetrics, 'text' | 'hostText'>;
  readonly admission: Pick<ScraperAdmission, 'admit'>;
}

/**
 * Handles `GET /metrics`: of all hosts that the caller sees, and of this process for staff, or with `?host=` of one host
 * alone (contract 14, decision 109).
 */
export function openMetricsPage({ openMetrics, admission }: OpenMetricsPageDeps): RequestHandler {
  return async (request, response) => {
    const { host } = request.query;
    const viewer = await admission.admit(request, host === undefined ? 'all' : 'host');
    const type = wantedType(request);
    const ofHost = (id: string) => openMetrics.hostText(id, type, viewer);
    const text = await (host === undefined ? openMetrics.text(type, viewer) : ofHost(String(host)));
    response.set('Content-Type', `${type}; charset=utf-8`).vary('Accept').send(text);
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
