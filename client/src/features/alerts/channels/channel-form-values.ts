import { isSecret, partsOf } from './channel-kinds';
import type { Channel, ChannelInput, ChannelKind } from './channels.operations';

/** What is typed into the form of a channel. */
export interface ChannelValues {
  readonly kind: ChannelKind;
  readonly name: string;
  /** One e-mail address a line, or with commas. */
  readonly addresses: string;
  readonly url: string;
  readonly secret: string;
  readonly chat: string;
  readonly topic: string;
  readonly language: Channel['language'];
  readonly isActive: boolean;
  readonly quietHours: NonNullable<Channel['quietHours']> | null;
}

/** What the form begins with; a new channel has nothing yet. Secrets are not known. */
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

/** The fields of the input alone: answers also carry the type name that the GraphQL client asks for. */
function quietHoursInput({ from, to, days, timeZone, severity }: NonNullable<Channel['quietHours']>) {
  return { from, to, days, timeZone, severity };
}

/** The quiet hours that are suggested: of the night, by the clock of this browser. */
export function suggestedQuietHours(): NonNullable<ChannelValues['quietHours']> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { from: '22:00', to: '07:00', days: [], timeZone, severity: 'WARNING' };
}

/**
 * What is sent: the fields of the kind alone. An empty secret of a channel that exists keeps what is stored
 * (`removed` names those that are to go).
 */
export function inputOf(
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
