import { isSecret, partsOf } from './channel-kinds';
import type { Channel, ChannelInput, ChannelKind } from './channels.operations';

export interface ChannelValues {
  readonly kind: ChannelKind;
  readonly name: string;
  /** One e-mail address per line, or separated by commas. */
  readonly addresses: string;
  readonly url: string;
  readonly secret: string;
  readonly chat: string;
  readonly topic: string;
  readonly language: Channel['language'];
  readonly isActive: boolean;
  readonly quietHours: NonNullable<Channel['quietHours']> | null;
}

/** Returns the form's initial values; empty for a new channel. Secrets are never sent to the client and start empty. */
export function valuesOf(channel: Channel | undefined, language: Channel['language']): ChannelValues {
  return {
    kind: channel?.kind ?? 'EMAIL',
    name: channel?.name ?? '',
    addresses: channel?.addresses.join('\n') ?? '',
    url: '',
    secret: '',
    chat: channel?.chat ?? '',
    topic: channel?.topic ?? '',
    language: channel?.language ?? language,
    isActive: channel?.isActive ?? true,
    quietHours: channel?.quietHours ? quietHoursInput(channel.quietHours) : null,
  };
}

/** Picks only the fields of the input: responses also contain the type name that the GraphQL client requests. */
function quietHoursInput({ from, to, days, timeZone, severity }: NonNullable<Channel['quietHours']>) {
  return { from, to, days, timeZone, severity };
}

/** Suggests quiet hours at night, in this browser's time zone. */
export function suggestedQuietHours(): NonNullable<ChannelValues['quietHours']> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { from: '22:00', to: '07:00', days: [], timeZone, severity: 'WARNING' };
}

/**
 * Builds the input with only the fields of the channel's kind. An empty secret keeps the stored one of an existing
 * channel; `removed` names those to delete.
 */
export function buildInput(
  values: ChannelValues,
  { isNew, removed }: { readonly isNew: boolean; readonly removed: ReadonlySet<string> },
): ChannelInput {
  const { kind, name, language, isActive, quietHours } = values;
  const parts: Partial<ChannelInput> = {};
  for (const [part] of partsOf(kind)) {
    if (part === 'addresses') {
      parts.addresses = addressesOf(values.addresses);
      continue;
    }
    const typed = values[part].trim();
    const keeps = typed === '' && !isNew && isSecret(part) && !removed.has(part);
    if (!keeps) parts[part] = typed || null;
  }
  return { kind, name: name.trim(), language, isActive, quietHours, ...parts };
}

function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
