import { createRelyingParty } from '../../features/accounts/passkeys/relying-party.js';
import { totpSecretBox } from '../../features/accounts/second-factor/totp-secret-box.js';
import type { ChannelKind } from '../../features/alerts/channels/channel-kinds.js';
import { type ChannelProblem, findChannelProblem } from '../../features/alerts/channels/channel-problems.js';
import { channelSecretBox, openChannelSecrets } from '../../features/alerts/channels/channel-settings.js';
import type { ReadOnlyDatabase } from '../../platform/db/read-only-database.js';
import { AddressGuard } from '../../platform/outgoing/address-guard.js';
import type { Settings } from '../../settings/settings.js';
import { counted, type Finding, findingsOn } from './finding.js';

interface StoredSecretsDeps {
  readonly database: ReadOnlyDatabase;
  readonly settings: Settings;
  /** Undefined if there is none yet: then no stored secret can be read. */
  readonly secretKey: string | undefined;
  /** Address that the service had when it started last. */
  readonly lastAddress: string;
  readonly ownAddresses: () => readonly string[];
}

/** Finds what a changed secret key, host name or setting has made unusable, by name. */
export async function checkStoredSecrets(deps: StoredSecretsDeps): Promise<readonly Finding[]> {
  return [...(await checkChannels(deps)), ...(await checkSecondFactors(deps)), ...(await checkPasskeys(deps))];
}

const REMEDIES: Readonly<Record<ChannelProblem, string>> = {
  SECRET_UNREADABLE:
    'its secret is of another secret key: put the old key back, or enter the secret again in the administration',
  MAIL_OFF: 'mail is off: set EMAIL_MODE (docs/mail.md)',
  ADDRESS_REFUSED: 'its address is not allowed: list it in WEBHOOK_ALLOWED_NETWORKS if it is meant',
  NO_RECIPIENT: 'no browser receives notifications: turn them on in one, on the page of the alerts',
};

async function checkChannels({ database, settings, secretKey, ownAddresses }: StoredSecretsDeps) {
  const { ok, problem } = findingsOn('channels');
  const rows = await database.query<{ name: string; kind: ChannelKind; secrets: string | null }>(
    'select name, kind, secrets from channels where is_active order by name',
  );
  const { publicUrl, port: ownPort, webhookAllowedNetworks: allowedNetworks } = settings;
  const box = secretKey === undefined ? undefined : channelSecretBox(secretKey);
  const facts = {
    mailIsOn: settings.email !== undefined,
    hasBrowsers: (await database.query('select 1 from push_subscriptions limit 1')).length > 0,
    guard: new AddressGuard({ allowedNetworks, publicUrl, ownPort, ownAddresses }),
  };
  const findings = rows.flatMap(({ name, kind, secrets: sealed }) => {
    const secrets = box ? openChannelSecrets(box, sealed) : sealed === null ? {} : undefined;
    const found = findChannelProblem(kind, { ...facts, secrets });
    return found ? [problem(`The channel ${JSON.stringify(name)} cannot send: ${REMEDIES[found]}.`)] : [];
  });
  return findings.length > 0
    ? findings
    : [ok(`${counted(rows.length, 'active channel')}, and nothing here keeps any from sending.`)];
}

async function checkSecondFactors({ database, secretKey }: StoredSecretsDeps): Promise<Finding[]> {
  const { ok, problem } = findingsOn('second factors');
  const rows = await database.query<{ username: string; secret: string }>(
    `select u.username, d.secret from totp_devices d join users u on u.id = d.user_id
      where d.secret is not null order by u.username`,
  );
  const box = secretKey === undefined ? undefined : totpSecretBox(secretKey);
  const lost = rows.filter(({ secret }) => box?.open(secret) === undefined).map(({ username }) => username);
  if (lost.length === 0) return [ok(`The authenticator apps of ${counted(rows.length, 'account')} can be used.`)];
  return [
    problem(
      `Codes of authenticator apps are refused for ${shortList(lost)}, whose secrets are of another secret key: put the old key back, let them log in with a recovery code, or use "vigia user reset-factors".`,
    ),
  ];
}

async function checkPasskeys({ database, settings, lastAddress }: StoredSecretsDeps): Promise<Finding[]> {
  const { ok, warning } = findingsOn('passkeys');
  const [row] = await database.query<{ accounts: number | string }>(
    'select count(distinct user_id) as accounts from passkeys',
  );
  const accounts = Number(row?.accounts ?? 0);
  if (accounts === 0) return [ok('No account has a passkey.')];
  const party = createRelyingParty(settings.publicUrl);
  if (!party) {
    return [
      warning(
        `The passkeys of ${counted(accounts, 'account')} cannot be used at ${settings.publicUrl}: they need https and a host name; passwords work.`,
      ),
    ];
  }
  const before = new URL(lastAddress).hostname;
  if (before === party.id)
    return [ok(`The passkeys of ${counted(accounts, 'account')} are for ${party.id}, if made at that name.`)];
  return [
    warning(
      `The service was last started as ${before}: passkeys of ${counted(accounts, 'account')} made there do not work at ${party.id}; passwords do.`,
    ),
  ];
}

const NAMED_MAX = 5;

function shortList(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
