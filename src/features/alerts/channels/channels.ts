import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { BASE_LANGUAGE } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import type { Guard } from '../../../platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import { InvalidFields, NotFound, NotInDemonstration } from '../../../shared/errors/errors.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import { rowId } from '../../../shared/row-id.js';
import type { SecretBox } from '../../../shared/secret-box.js';
import type { Clock } from '../../../shared/time/clock.js';
import { lineOf } from '../typed-text.js';
import { Channel } from './channel.entity.js';
import {
  type ChannelContent,
  type ChannelForm,
  checkChannel,
  newSigningKey,
  readGotifyAddress,
} from './channel-form.js';
import { type ChannelKind, partsOf } from './channel-kinds.js';
import { type ChannelSecrets, type ChannelSettings, openChannelSecrets, shownAddress } from './channel-settings.js';
import type { QuietHours } from './messages/quiet-hours.js';

const CHANNELS_MAX = 50;

interface ChannelsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly outbox: Pick<Outbox, 'cancelChannel'>;
  readonly guard: Pick<Guard, 'checkUrl'>;
  readonly secretBox: SecretBox;
}

/** A changed channel, and the signing key if one was generated for it. */
export interface ChangedChannel {
  readonly channel: Channel;
  readonly newSecret: string | undefined;
}

/** The channels configured by staff (contract 12). Their secrets are encrypted and never returned. */
export class Channels {
  constructor(private readonly deps: ChannelsDeps) {}

  /** Lists all channels, ordered by name. */
  async page(request: PageRequest<readonly [string]>): Promise<Page<Channel>> {
    const { order, bound } = keysetOf(request, 'asc');
    const options = { orderBy: { name: order }, limit: rowsFor(request), disableIdentityMap: true } as const;
    const where = bound ? { name: bound } : {};
    return pageOf(await this.deps.em.fork().find(Channel, where, options), request, ({ name }) => [name]);
  }

  /** Returns the channels with these ids, ordered by name. Deleted ones are left out. */
  withIds(ids: readonly number[]): Promise<Channel[]> {
    return this.deps.em.fork().find(Channel, { id: { $in: [...ids] } }, { orderBy: { name: 'asc' } });
  }

  async allIds(): Promise<ReadonlySet<number>> {
    const channels = await this.deps.em.fork().find(Channel, {}, { fields: ['id'] });
    return new Set(channels.map(({ id }) => id));
  }

  /** Returns the channel with a typed id; null if there is none. */
  find(typed: string): Promise<Channel | null> {
    return this.deps.em.fork().findOne(Channel, { id: rowId(typed) ?? 0 });
  }

  /** Like {@link find}, but fails if there is no such channel. @throws {NotFound} */
  async withId(typed: string): Promise<Channel> {
    return (await this.find(typed)) ?? Promise.reject(new NotFound('alerts.channels.noSuchChannel'));
  }

  /** Finds a channel by name. @throws {NotFound} */
  async named(name: string): Promise<Channel> {
    const channel = await this.deps.em.fork().findOne(Channel, { name });
    return channel ?? Promise.reject(new NotFound('alerts.channels.noSuchChannel'));
  }

  /** Creates a channel. Generates a signing key for a webhook without one. @throws {InvalidFields} */
  async create(typed: ChannelForm, origin: Origin): Promise<ChangedChannel> {
    const newSecret = typed.kind === 'WEBHOOK' && !typed.secret ? newSigningKey() : undefined;
    const form = read({ ...typed, ...(newSecret !== undefined && { secret: newSecret }) });
    this.#check(form.kind, form);
    const now = this.deps.clock.now();
    return this.#change(form.name, origin, async (unit, record) => {
      if ((await unit.count(Channel, {})) >= CHANNELS_MAX) {
        throw new InvalidFields({ name: [message('alerts.channels.tooMany', { maximum: CHANNELS_MAX })] });
      }
      const channel = unit.create(Channel, {
        ...this.#rowOf(form, form),
        kind: form.kind,
        createdAt: now,
        changedAt: now,
      });
      await unit.flush();
      await record('channel_create', { after: factsOf(channel) });
      return { channel, newSecret };
    });
  }

  /**
   * Updates a channel, whose kind cannot change. Generates a new signing key if that of a webhook is removed.
   *
   * @throws {NotFound | InvalidFields}
   */
  async update(id: string, typed: ChannelForm, origin: Origin): Promise<ChangedChannel> {
    const isRemoved = typed.secret === null || typed.secret === '';
    const newSecret = typed.kind === 'WEBHOOK' && isRemoved ? newSigningKey() : undefined;
    const form = read({ ...typed, ...(newSecret !== undefined && { secret: newSecret }) });
    return this.#change(form.name, origin, async (unit, record) => {
      const channel = await lockedChannel(unit, id);
      if (form.kind !== channel.kind) throw new InvalidFields({ kind: ['alerts.channels.kindStays'] });
      const content = this.#merged(channel, form);
      this.#check(channel.kind, content);
      const before = factsOf(channel);
      Object.assign(channel, this.#rowOf(content, form, channel), { changedAt: this.deps.clock.now() });
      await unit.flush();
      if (!channel.isActive) await this.deps.outbox.cancelChannel(unit, channel.id);
      const secrets = form.url !== undefined || form.secret !== undefined ? { secrets: 'changed' } : {};
      await record('channel_update', { before, after: { ...factsOf(channel), ...secrets } });
      return { channel, newSecret };
    });
  }

  /** Deletes a channel and cancels its pending messages. @throws {NotFound} */
  async remove(id: string, origin: Origin): Promise<void> {
    await this.#change('', origin, async (unit, record) => {
      const channel = await lockedChannel(unit, id);
      await unit.nativeDelete(Channel, { id: channel.id });
      await this.deps.outbox.cancelChannel(unit, channel.id);
      await record('channel_delete', { before: factsOf(channel) });
    });
  }

  /** Decrypts a channel's secrets; undefined if they cannot be read because `SECRET_KEY` has changed. */
  decryptSecrets({ secrets }: Channel): ChannelSecrets | undefined {
    return openChannelSecrets(this.deps.secretBox, secrets);
  }

  /** @throws {InvalidFields} */
  #check(kind: ChannelKind, content: ChannelContent): void {
    checkChannel(kind, content);
    if (!content.url) return;
    try {
      // The IP addresses behind a name are checked on each request.
      this.deps.guard.checkUrl(new URL(content.url));
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      if (error.reason === 'demonstration') throw new NotInDemonstration();
      throw new InvalidFields({ url: [message('alerts.channels.refusedUrl', { detail: error.detail })] });
    }
  }

  /**
   * Makes a change, along with its row in the audit trail.
   *
   * @throws {InvalidFields} if another channel has the same name.
   */
  async #change<T>(name: string, origin: Origin, change: (unit: UnitOfWork, record: Record) => Promise<T>): Promise<T> {
    try {
      return await this.deps.audit.withChange(origin, (unit, record) =>
        change(unit, (event, facts) => record({ event, result: 'success', origin, username: '', change: facts })),
      );
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw new InvalidFields({ name: [message('alerts.channels.nameTaken', { name })] });
    }
  }

  /** Merges a form into a channel. Fields that the form leaves out keep their values. */
  #merged(channel: Channel, form: ChannelForm): ChannelContent {
    const settings = settingsOf(channel);
    const secrets = this.decryptSecrets(channel) ?? {};
    if (form.secret === undefined && secrets.secret !== undefined && movesSecret(channel, secrets, form)) {
      // Otherwise, anyone who can change the URL could obtain the secret by having it sent to their own server.
      throw new InvalidFields({ secret: ['alerts.channels.secretAnew'] });
    }
    return {
      name: form.name,
      addresses: form.addresses === undefined ? settings.addresses : form.addresses,
      url: form.url === undefined ? secrets.url : form.url,
      secret: form.secret === undefined ? secrets.secret : form.secret,
      chat: form.chat === undefined ? settings.chat : form.chat,
      topic: form.topic === undefined ? settings.topic : form.topic,
      quietHours: form.quietHours === undefined ? settings.quietHours : form.quietHours,
    };
  }

  #rowOf(content: ChannelContent, form: ChannelForm, before?: Channel) {
    const kind = before?.kind ?? form.kind;
    const { name, addresses, url, secret, chat, topic, quietHours } = content;
    const shownUrl = url || partsOf(kind).defaultUrl;
    const settings: ChannelSettings = {
      ...(addresses && addresses.length > 0 && { addresses }),
      ...(shownUrl && { host: new URL(shownUrl).host }),
      ...(chat && { chat }),
      ...(topic && { topic }),
      ...(quietHours && { quietHours }),
    };
    const secrets: ChannelSecrets = { ...(url && { url }), ...(secret && { secret }) };
    const hasSecrets = Object.keys(secrets).length > 0;
    return {
      name,
      language: form.language ?? before?.language ?? BASE_LANGUAGE,
      settings: JSON.stringify(settings),
      secrets: hasSecrets ? this.deps.secretBox.seal(JSON.stringify(secrets)) : null,
      isActive: form.isActive ?? before?.isActive ?? true,
    };
  }
}

function read(typed: ChannelForm): ChannelForm {
  return readGotifyAddress({ ...typed, name: lineOf(typed.name) });
}

type Record = (
  event: 'channel_create' | 'channel_update' | 'channel_delete',
  facts: { readonly before?: Facts; readonly after?: Facts },
) => Promise<void>;

type Facts = Readonly<globalThis.Record<string, unknown>>;

/** Returns the settings of a channel that may be shown. */
export function settingsOf({ settings }: Pick<Channel, 'settings'>): ChannelSettings {
  return JSON.parse(settings) as ChannelSettings;
}

/** Describes a channel for the audit trail, without secrets. */
function factsOf(channel: Channel): Facts {
  const settings = settingsOf(channel);
  const { name, kind, language, isActive } = channel;
  const quietHours = settings.quietHours && textOfQuietHours(settings.quietHours);
  return { name, kind, language, address: shownAddress(settings), ...(quietHours && { quietHours }), isActive };
}

function textOfQuietHours({ from, to, days, timeZone, severity }: QuietHours): string {
  return [`${from}-${to}`, ...days, timeZone, severity].join(' ');
}

/** Whether the new URL has a different origin from the one the secret was given for. */
function movesSecret({ kind }: Channel, secrets: ChannelSecrets, { url }: ChannelForm): boolean {
  if (url === undefined) return false;
  const [before, after] = [secrets.url, url].map((each) => each || partsOf(kind).defaultUrl || '');
  if (!before || !after || !URL.canParse(after)) return true;
  return new URL(before).origin !== new URL(after).origin;
}

async function lockedChannel(unit: UnitOfWork, id: string): Promise<Channel> {
  const channel = await unit.findOne(Channel, { id: rowId(id) ?? 0 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return channel ?? Promise.reject(new NotFound('alerts.channels.noSuchChannel'));
}
