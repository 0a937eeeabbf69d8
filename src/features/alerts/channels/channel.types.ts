import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { LanguageChoice } from '../../../platform/graphql/language.type.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { type ChannelKind, channelKinds } from './channel-kinds.js';
import { type ChannelProblem, channelProblems } from './channel-problems.js';
import { type QuietHours, type Weekday, weekdays } from './messages/quiet-hours.js';

const ChannelKindType = Object.fromEntries(Object.keys(channelKinds).map((kind) => [kind, kind]));
registerEnumType(ChannelKindType, {
  name: 'ChannelKind',
  description: "Destination of a channel's messages.",
  valuesConfig: {
    APPRISE: { description: 'An Apprise API server: `url`, and a tag as `topic` if there is one.' },
    DISCORD: { description: 'A webhook of a Discord channel: `url`.' },
    EMAIL: { description: 'Mail: `addresses`. Needs EMAIL_MODE.' },
    GOTIFY: { description: 'A Gotify server: `url`, and its application token as `secret`.' },
    NTFY: {
      description: 'A topic of ntfy.sh, or of the server `url`: `topic`, and a token as `secret` if it needs one.',
    },
    SLACK: { description: 'An incoming webhook of Slack: `url`.' },
    TELEGRAM: { description: 'A chat with a Telegram bot: its token as `secret`, and `chat`.' },
    WEBHOOK: { description: 'JSON sent by POST to `url`, signed with `secret` as in Standard Webhooks.' },
    WEB_PUSH: { description: 'Browsers that users have subscribed with `subscribeToPush`; needs no other field.' },
  },
});

export { ChannelKindType };

const ChannelProblemType = Object.fromEntries(channelProblems.map((problem) => [problem, problem]));
registerEnumType(ChannelProblemType, {
  name: 'ChannelProblem',
  description: 'Reason why a channel cannot send.',
  valuesConfig: {
    ADDRESS_REFUSED: { description: 'The service may not send to its address: see WEBHOOK_ALLOWED_NETWORKS.' },
    MAIL_OFF: { description: 'Mail is off, and the channel sends mail.' },
    NO_RECIPIENT: { description: 'No browser is subscribed.' },
    SECRET_UNREADABLE: { description: 'Secrets that cannot be read with the present secret key: enter them again.' },
  },
});

const WeekdayType = Object.fromEntries(weekdays.map((day) => [day, day]));
registerEnumType(WeekdayType, {
  name: 'Weekday',
  description: 'A day of the week.',
  valuesConfig: {
    MON: { description: 'Monday.' },
    TUE: { description: 'Tuesday.' },
    WED: { description: 'Wednesday.' },
    THU: { description: 'Thursday.' },
    FRI: { description: 'Friday.' },
    SAT: { description: 'Saturday.' },
    SUN: { description: 'Sunday.' },
  },
});

const HeldSeverity = { WARNING: 'WARNING', ALL: 'ALL' } as const;
registerEnumType(HeldSeverity, {
  name: 'QuietHoursSeverity',
  description: 'Messages that are held back: warnings, or all.',
  valuesConfig: {
    WARNING: { description: 'Warnings are held back; severity BAD is sent.' },
    ALL: { description: 'Everything is held back.' },
  },
});

const DeliveryStateType = { WAITING: 'waiting', SENT: 'sent', FAILED: 'failed', CANCELLED: 'cancelled' } as const;
registerEnumType(DeliveryStateType, {
  name: 'DeliveryState',
  description: 'State of a message. CANCELLED: its channel or its recipient is gone, or was switched off.',
  valuesConfig: {
    WAITING: { description: 'Not sent yet, or waiting for another attempt.' },
    SENT: { description: 'Accepted by the receiver.' },
    FAILED: { description: 'Given up: no further attempt is made.' },
    CANCELLED: { description: 'Not sent, since its channel or its recipient is gone, or was switched off.' },
  },
});

export type DeliveryState = (typeof DeliveryStateType)[keyof typeof DeliveryStateType];
export { DeliveryStateType };

@ObjectType('QuietHours', { description: 'Quiet hours of a channel. Messages held back are sent when they end.' })
class QuietHoursType implements QuietHours {
  @Field(() => String, { description: 'Time of the day at which they begin, such as `22:00`.' })
  from!: string;

  @Field(() => String, {
    description: 'Time of the day at which they end, such as `06:00`; on the next day if earlier than `from`.',
  })
  to!: string;

  @Field(() => [WeekdayType], { description: 'Days on which they begin; every day if empty.' })
  days!: Weekday[];

  @Field(() => String, { description: 'IANA name.' })
  timeZone!: string;

  @Field(() => HeldSeverity, { description: 'Messages that are held back.' })
  severity!: QuietHours['severity'];
}

@InputType('QuietHoursInput', { description: 'Hours in which a channel holds messages back.' })
export class QuietHoursInput implements QuietHours {
  @Field(() => String, { description: 'Time of the day at which they begin, such as `22:00`.' })
  from!: string;

  @Field(() => String, {
    description: 'Time of the day at which they end, such as `06:00`; on the next day if earlier than `from`.',
  })
  to!: string;

  @Field(() => [WeekdayType], { defaultValue: [], description: 'Days on which they begin; every day if empty.' })
  days!: Weekday[];

  @Field(() => String, { description: 'IANA name.' })
  timeZone!: string;

  @Field(() => HeldSeverity, { defaultValue: 'WARNING', description: 'Messages that are held back.' })
  severity!: QuietHours['severity'];
}

@ObjectType('ChannelDelivery', { description: 'Outcome of a message.' })
export class ChannelDeliveryType {
  @Field(() => DateTime, { description: 'Time of the outcome: ISO 8601, UTC.' })
  at!: string;

  @Field(() => DeliveryStateType, { description: 'SENT, FAILED or CANCELLED.' })
  state!: DeliveryState;

  @Field(() => String, {
    description: "The receiver's answer or the reason why there was none, cut; empty if the answer was empty.",
  })
  detail!: string;
}

@ObjectType('Channel', {
  implements: NodeType,
  description: 'A way to notify people of alerts. Its secrets are write-only.',
})
export class ChannelType implements NodeType {
  @Field(() => ID, {
    description: 'Unique id, for `updateChannel`, `deleteChannel`, `testChannel` and the channels of a rule.',
  })
  id!: string;

  @Field(() => String, { description: 'Name, 1 to 80 characters, unique.' })
  name!: string;

  @Field(() => ChannelKindType, { description: 'Fixed when it is created.' })
  kind!: ChannelKind;

  @Field(() => LanguageChoice, { description: 'The language of its messages.' })
  language!: Language;

  @Field(() => String, {
    description:
      "Destination in a form that may be shown: e-mail addresses, or the provider's host; empty to all but staff.",
  })
  address!: string;

  @Field(() => [String], { description: 'The e-mail addresses of its recipients; empty to all but staff.' })
  addresses!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The Telegram chat; null to all but staff.' })
  chat!: string | null;

  @Field(() => String, { nullable: true, description: 'The ntfy topic, or the Apprise tag; null to all but staff.' })
  topic!: string | null;

  @Field(() => Boolean, { description: 'Whether a secret address is stored for it; false to all but staff.' })
  hasUrl!: boolean;

  @Field(() => Boolean, { description: 'Whether a token or key is stored for it; false to all but staff.' })
  hasSecret!: boolean;

  @Field(() => QuietHoursType, { nullable: true, description: 'Quiet hours; null if it sends at any time.' })
  quietHours!: QuietHours | null;

  @Field(() => Boolean, { description: 'Whether messages are sent to it.' })
  isActive!: boolean;

  @Field(() => ChannelProblemType, {
    nullable: true,
    description: 'Why it cannot send; null if nothing is known to prevent it.',
  })
  problem!: ChannelProblem | null;

  @Field(() => String, {
    nullable: true,
    description: 'Signing key that Vigia has made for it: only in the answer to the change that made it, never again.',
  })
  newSecret?: string | null;

  @Field(() => DateTime, { description: 'Time of its creation: ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => ChannelDeliveryType, { nullable: true, description: 'The last message that was sent or given up.' })
  lastDelivery!: ChannelDeliveryType | null;

  @Field(() => Int, { description: 'Number of waiting messages, and of items that will become one.' })
  waiting!: number;

  @Field(() => Int, { description: 'Number of messages given up in the last three months.' })
  failed!: number;
}

export const ChannelConnection = connectionType(ChannelType, 'Channel');

@InputType('ChannelInput', { description: 'Omitted fields stay as they are; null removes them.' })
export class ChannelInput {
  @Field(() => String, { description: 'Name, 1 to 80 characters, unique.' })
  name!: string;

  @Field(() => ChannelKindType, { description: 'Cannot be changed later.' })
  kind!: ChannelKind;

  @Field(() => [String], { nullable: true, description: 'EMAIL: up to ten recipients.' })
  addresses?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Destination. WEBHOOK, SLACK, DISCORD, GOTIFY, APPRISE; for TELEGRAM and NTFY, a server of your own.',
  })
  url?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'WEBHOOK: signing key, Base64 of 24 to 64 bytes; made and shown once if null, or omitted for a new channel. TELEGRAM, GOTIFY, NTFY: the token.',
  })
  secret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'TELEGRAM: the number of the chat, or `@name`; `-100123/45` for topic 45 of a group.',
  })
  chat?: string | null;

  @Field(() => String, { nullable: true, description: 'NTFY: the topic. APPRISE: a tag.' })
  topic?: string | null;

  @Field(() => LanguageChoice, { nullable: true, description: 'The language of its messages; Portuguese by default.' })
  language?: Language | null;

  @Field(() => QuietHoursInput, { nullable: true, description: 'When messages are held back.' })
  quietHours?: QuietHoursInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it sends; true by default.' })
  isActive?: boolean | null;
}

@ObjectType('ChannelTest', { description: 'Result of a test.' })
export class ChannelTestType {
  @Field(() => Boolean, { description: 'Whether the provider accepted the message.' })
  isDelivered!: boolean;

  @Field(() => String, {
    description:
      "The provider's answer, or a sentence on why there was none, in the caller's language; cut and without secrets.",
  })
  answer!: string;

  @Field(() => String, { nullable: true, description: 'Code of the reason: `put_off`; null if it was delivered.' })
  reason!: string | null;

  @Field(() => Int, { description: 'Time until the answer or the failure, milliseconds.' })
  durationMs!: number;
}
