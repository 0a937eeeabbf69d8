import { type Settings, SettingsError } from '../../../settings/settings.js';
import type { Logger } from '../../../shared/logger.js';
import { DisposableDomains } from './disposable-domains.js';

/**
 * Reads the lists of disposable mail domains, whose addresses are rejected at registration (contract 3).
 *
 * @throws {SettingsError} when the operator's list cannot be read.
 */
export function openDisposableDomains({ disposableDomainsFile }: Settings, logger: Logger): DisposableDomains {
  try {
    return new DisposableDomains({ additions: disposableDomainsFile, logger });
  } catch (error) {
    throw new SettingsError([`DISPOSABLE_DOMAINS_FILE cannot be used: ${(error as Error).message}`]);
  }
}
