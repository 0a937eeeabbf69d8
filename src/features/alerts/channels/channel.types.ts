import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { LanguageChoice } from '../../../platform/graphql/language.type.js';
import { type ChannelKind, channelKinds } from './channel-kinds.js';
import { type QuietHours, type Weekday, weekdays } from './messages/quiet-hours.js';

const ChannelKindType = Object.fromEntries(Object.keys(channelKinds).map((kind) => [kind, kind]));
registerEnumType(ChannelKindType, { name: 'ChannelKind', description: 'By what a channel tells people.' });

const WeekdayType = Object.fromEntries(weekdays.map((day) => [day, day]));
registerEnumType(WeekdayType, { name: 'Weekday', description: 'A day of the week.' });

const HeldSeverity = { WARNING: 'WARNING', ALL: 'ALL' } as const;
registerEnumType(HeldSeverity, { name: 'QuietHoursSeverity', description: 'What is held back: warnings, or all.' });

const DeliveryStateType = { WAITING: 'waiting', SENT: 'sent', FAILED: 'failed', CANCELLED: 'cancelled' } as const;
registerEnumType(DeliveryStateType, {
  name: 'DeliveryState',
  description: 'Where a message stands. CANCELLED: its channel or its recipient is gone, or was switched off.',
});

/** A value of {@link DeliveryStateType}. */
export type DeliveryState = (typeof DeliveryStateType)[keyof typeof DeliveryStateType];
export { DeliveryStateType };

@ObjectType('QuietHours', { description: 'When a channel does not disturb. What is held back is told when they end.' })
class QuietHoursType implements QuietHours {
  @Field(() => String, { description: '`22:00`.' })
  from!: string;

  @Field(() => String, { description: '`06:00`: earlier than `from`, of the next day.' })
  to!: string;

  @Field(() => [WeekdayType], { description: 'The days on which they begin; every day when empty.' })
  days!: Weekday[];

  @Field(() => String, { description: 'IANA name.' })
  timeZone!: string;

  @Field(() => HeldSeverity, { description: 'What is held back.' })
  severity!: QuietHours['severity'];
}

@InputType('QuietHoursInput')
export class QuietHoursInput implements QuietHours {
  @Field(() => String, { description: '`22:00`.' })
  from!: string;

  @Field(() => String, { description: '`06:00`: earlier than `from`, of the next day.' })
  to!: string;

  @Field(() => [WeekdayType], { defaultValue: [], description: 'The days on which they begin; every day when empty.' })
  days!: Weekday[];

  @Field(() => String, { description: 'IANA name.' })
  timeZone!: string;

  @Field(() => HeldSeverity, { defaultValue: 'WARNING', description: 'What is held back.' })
  severity!: QuietHours['severity'];
}

@ObjectType('ChannelDelivery', { description: 'What became of a message.' })
export class ChannelDeliveryType {
  @Field(() => String, { description: 'ISO 8601, UTC.' })
  at!: string;

  @Field(() => DeliveryStateType)
  state!: DeliveryState;

  @Field(() => String, {
    description: 'The answer of the receiver or why there was none, cut; empty when there is nothing.',
  })
  detail!: string;
}

@ObjectType('Channel', { description: 'A way by which people are told of alerts. Its secrets are never given out.' })
export class ChannelType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => ChannelKindType)
  kind!: ChannelKind;

  @Field(() => LanguageChoice, { description: 'The language of its messages.' })
  language!: Language;

  @Field(() => String, {
    description: 'Where it sends, as it may be shown: e-mail addresses, or the host of the provider.',
  })
  address!: string;

  @Field(() => [String], { description: 'The e-mail addresses of its recipients.' })
  addresses!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The chat of Telegram.' })
  chat!: string | null;

  @Field(() => String, { nullable: true, description: 'The topic of ntfy, or the tag of Apprise.' })
  topic!: string | null;

  @Field(() => Boolean, { description: 'Whether an address is kept for it, which is not shown.' })
  hasUrl!: boolean;

  @Field(() => Boolean, { description: 'Whether a token or key is kept for it, which is not shown.' })
  hasSecret!: boolean;

  @Field(() => QuietHoursType, { nullable: true })
  quietHours!: QuietHours | null;

  @Field(() => Boolean)
  isActive!: boolean;

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => ChannelDeliveryType, { nullable: true, description: 'The last message that was sent or given up.' })
  lastDelivery!: ChannelDeliveryType | null;

  @Field(() => Int, { description: 'What waits to be sent: messages, and what will become one.' })
  waiting!: number;

  @Field(() => Int, { description: 'How many messages were given up in the last three months.' })
  failed!: number;
}

/** A page of the channels. */
export const ChannelConnection = connectionType(ChannelType, 'ChannelConnection');

@InputType('ChannelInput', { description: 'What is left out stays as it is; null removes it.' })
export class ChannelInput {
  @Field(() => String, { description: '1 to 80 characters, unique.' })
  name!: string;

  @Field(() => ChannelKindType, { description: 'It cannot be changed later.' })
  kind!: ChannelKind;

  @Field(() => [String], { nullable: true, description: 'EMAIL: up to ten recipients.' })
  addresses?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where it sends. WEBHOOK, SLACK, DISCORD, GOTIFY, APPRISE; TELEGRAM and NTFY for a server of one’s own.',
  })
  url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'WEBHOOK: the key that signs, Base64 of 24 to 64 bytes. TELEGRAM, GOTIFY, NTFY: the token.',
  })
  secret?: string | null;

  @Field(() => String, { nullable: true, description: 'TELEGRAM: the number of the chat, or `@name`.' })
  chat?: string | null;

  @Field(() => String, { nullable: true, description: 'NTFY: the topic. APPRISE: a tag.' })
  topic?: string | null;

  @Field(() => LanguageChoice, { nullable: true, description: 'The language of its messages; Portuguese by default.' })
  language?: Language | null;

  @Field(() => QuietHoursInput, { nullable: true })
  quietHours?: QuietHoursInput | null;

  @Field(() => Boolean, { nullable: true, description: 'True by default.' })
  isActive?: boolean | null;
}

@ObjectType('ChannelTest', { description: 'What came of a test.' })
export class ChannelTestType {
  @Field(() => Boolean)
  isDelivered!: boolean;

  @Field(() => String, { description: 'The answer of the provider or why there was none, cut and without secrets.' })
  answer!: string;

  @Field(() => Int)
  durationMs!: number;
}
