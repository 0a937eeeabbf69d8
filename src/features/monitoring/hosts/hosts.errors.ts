import { message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** The host is unknown or deleted: 404 `host_not_found`. */
export class NoSuchHost extends VigiaError {
  readonly kind = 'hostNotFound';
  readonly code = 'host_not_found';

  constructor() {
    super('monitoring.hosts.noSuchHost');
  }
}

/** The host has not sent a sample yet: 404 `not_measured`. */
export class HostNotMeasured extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_measured';

  constructor() {
    super('monitoring.hosts.notMeasured');
  }
}

/** The request is only possible for the machine that the service runs on: 400 `own_host_only`. */
export class OwnHostOnly extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'own_host_only';

  constructor() {
    super('monitoring.hosts.ownHostOnly');
  }
}

/** No agent measures the host: 400 `host_without_agent`. */
export class HostWithoutAgent extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'host_without_agent';

  constructor() {
    super('monitoring.hosts.withoutAgent');
  }
}

/** The host has no token of its own, because it is read, belongs to a collector or is the service's: 400 `host_without_token`. */
export class HostWithoutToken extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'host_without_token';

  constructor() {
    super('monitoring.hosts.withoutToken');
  }
}

/** The host is not read at an address: 400 `host_not_scraped`. */
export class HostNotScraped extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'host_not_scraped';

  constructor() {
    super('monitoring.scraping.notScraped');
  }
}

/** The host is not one that a collector sends and staff have retired: 400 `host_not_refused`. */
export class HostNotRefused extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'host_not_refused';

  constructor() {
    super('monitoring.hosts.notRefused');
  }
}

/** The collector is unknown or retired: 404 `collector_not_found`. */
export class NoSuchCollector extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'collector_not_found';

  constructor() {
    super('monitoring.hosts.noSuchCollector');
  }
}

/** The maximum number of hosts is reached: 400 `too_many_hosts`. */
export class TooManyHosts extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_hosts';

  constructor(maximum: number) {
    super(message('monitoring.hosts.tooMany', { maximum }));
  }
}
