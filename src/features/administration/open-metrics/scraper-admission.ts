import type { IncomingMessage } from 'node:http';
import {
  InsufficientScope,
  NotAuthenticated,
  PermissionDenied,
  SecondFactorRequired,
} from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { Quota } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';

/**
 * Rate limit for scraping all hosts at once and for listing them, per user. Prometheus scrapes four times a minute by
 * default, and there may be several instances.
 */
const SCRAPES = { name: 'metrics', limit: 120, seconds: 60 };

/** Rate limit for scraping single hosts, per user: a thousand hosts every ten seconds. */
const SCRAPES_OF_HOSTS = { name: 'metricsOfHost', limit: 6000, seconds: 60 };

interface ScraperAdmissionDeps {
  readonly identifyViewer: (request: IncomingMessage) => Promise<Viewer | null>;
  readonly rateLimits: RateLimits;
}

/** Admits signed-in users who see machines, and personal access tokens with the scope READ (contract 14). */
export class ScraperAdmission {
  readonly #all: Quota;
  readonly #hosts: Quota;

  constructor(private readonly deps: ScraperAdmissionDeps) {
    this.#all = new Quota({ rateLimits: deps.rateLimits, ...SCRAPES });
    this.#hosts = new Quota({ rateLimits: deps.rateLimits, ...SCRAPES_OF_HOSTS });
  }

  /** Returns the caller. @throws {VigiaError} if the caller may not read the figures, or reads them too often. */
  async admit(request: IncomingMessage, reads: 'all' | 'host'): Promise<Viewer> {
    const viewer = await this.deps.identifyViewer(request);
    if (!viewer) throw new NotAuthenticated();
    if (viewer.scopes && !viewer.scopes.includes('READ')) throw new InsufficientScope('READ');
    if (viewer.lacksSecondFactor) throw new SecondFactorRequired();
    if (viewer.machines === 'NONE') throw new PermissionDenied('errors.seesNoMachines');
    await (reads === 'all' ? this.#all : this.#hosts).take(String(viewer.userId));
    return viewer;
  }
}
