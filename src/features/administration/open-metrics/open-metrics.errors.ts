import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** Seconds until a silent host is worth another try, which is how often Prometheus scrapes by default. */
const RETRY_SECONDS = 15;

/** The host has sent nothing of late, or nothing yet: 503 `host_silent`, so that Prometheus' `up` is 0. */
export class HostSilent extends VigiaError {
  readonly kind = 'busy';
  readonly code = 'host_silent';

  constructor() {
    super('monitoring.hosts.silent', { retryAfterSeconds: RETRY_SECONDS });
  }
}
