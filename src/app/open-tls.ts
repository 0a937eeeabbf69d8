import { machineName } from '../features/monitoring/host/facts/machine-name.js';
import { ownAddresses } from '../features/monitoring/host/facts/own-addresses.js';
import { hostOf } from '../platform/outgoing/address-guard.js';
import { readCertificate } from '../platform/tls/certificate-files.js';
import { createOwnCertificate, ensureOwnCertificate, type OwnNames } from '../platform/tls/own-certificate.js';
import { ServedCertificate } from '../platform/tls/served-certificate.js';
import type { TlsCertificate } from '../platform/tls/tls-certificate.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import type { Logger } from '../shared/logger.js';
import type { Clock } from '../shared/time/clock.js';

interface OpenTlsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the data folder may be written; a demonstration makes a key that lasts as long as its process. */
  readonly keepsData: boolean;
}

/** Returns the certificate that the settings name; undefined while TLS is off. @throws {SettingsError} */
export async function openTls(settings: Settings, deps: OpenTlsDeps): Promise<ServedCertificate | undefined> {
  const { clock, logger } = deps;
  const load = certificateLoader(settings, deps);
  if (!load) return undefined;
  try {
    return await ServedCertificate.open({ load, clock, logger });
  } catch (error) {
    const names = settings.tls?.kind === 'auto' ? 'TLS=auto' : 'TLS_CERT_FILE or TLS_KEY_FILE';
    throw new SettingsError([`${names} cannot be used: ${(error as Error).message}`]);
  }
}

function certificateLoader(
  { tls, dataDir, ...settings }: Settings,
  { clock, keepsData }: OpenTlsDeps,
): (() => Promise<TlsCertificate>) | undefined {
  if (tls?.kind === 'files') return () => readCertificate(tls);
  if (!tls) return undefined;
  const names = ownNames(settings);
  if (keepsData) return () => ensureOwnCertificate(dataDir, names, clock.now());
  const created = createOwnCertificate(names, clock.now());
  return () => created;
}

/** Names and addresses by which others may reach this service; passing addresses of IPv6 are left out. */
function ownNames({ publicUrl, allowedHosts, hostName }: Omit<Settings, 'tls' | 'dataDir'>): OwnNames {
  const lasting = ownAddresses().filter((address) => !address.includes(':'));
  const named = [machineName(hostName).toLowerCase()].filter((name) => /^[a-z0-9.-]{1,253}$/.test(name));
  const publicHost = hostOf(new URL(publicUrl));
  return { publicHost, others: [...allowedHosts, ...named, ...lasting] };
}
