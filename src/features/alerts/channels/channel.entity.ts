import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Language } from '../../../i18n/catalogues.js';
import type { ChannelKind } from './channel-kinds.js';

/** A way to notify people of alerts (contract 12). */
@Entity({ tableName: 'channels' })
export class Channel {
  declare [OptionalProps]?: 'secrets' | 'isActive';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'string', length: 80, unique: true })
  name!: string;

  @Property({ type: 'string', length: 20 })
  kind!: ChannelKind;

  @Property({ type: 'string', length: 35 })
  language!: Language;

  /** The settings that may be shown, as JSON (`ChannelSettings`). */
  @Property({ type: 'text' })
  settings!: string;

  /** The provider's URL and token, encrypted (`ChannelSecrets`). */
  @Property({ type: 'text', nullable: true })
  secrets: string | null = null;

  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  changedAt!: Date;
}
