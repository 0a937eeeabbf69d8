import type { RequestHandler } from 'express';
import type { VisibleHosts } from '../../monitoring/hosts/visible-hosts.js';
import { listScrapeTargets } from './scrape-targets.js';
import type { ScraperAdmission } from './scraper-admission.js';

export const HTTP_SD_PATH = '/api/v1/http-sd';

interface HttpSdPageDeps {
  readonly visibleHosts: Pick<VisibleHosts, 'list'>;
  readonly admission: Pick<ScraperAdmission, 'admit'>;
  /** Scheme, host and port of the service. */
  readonly publicUrl: string;
}

/**
 * Handles `GET /api/v1/http-sd`. The targets have the address by which the scraper has reached the service, since it may
 * not reach the public one.
 */
export function httpSdPage({ visibleHosts, admission, publicUrl }: HttpSdPageDeps): RequestHandler {
  const { host: publicHost, protocol } = new URL(publicUrl);
  return async (request, response) => {
    const viewer = await admission.admit(request, 'all');
    const { host = publicHost } = request.headers;
    const isPublic = host.toLowerCase() === publicHost;
    const scheme = request.secure || (isPublic && protocol === 'https:') ? 'https' : 'http';
    response.json(listScrapeTargets(await visibleHosts.list(viewer), { scheme, host }));
  };
}
