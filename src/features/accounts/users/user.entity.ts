import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Language } from '../../../i18n/catalogues.js';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import type { Theme } from '../../../shared/identity/preferences.js';
import type { Units } from '../../../shared/units/units.js';

/** An account (contract 3). It has no GraphQL decorators, so the password hash cannot become a field. */
@Entity({ tableName: 'users' })
@Index({ properties: ['isActive', 'id'] })
@Index({ properties: ['isStaff', 'id'] })
@Index({ properties: ['isActive', 'isStaff', 'id'] })
export class User {
  declare [OptionalProps]?:
    | 'isActive'
    | 'isStaff'
    | 'isOperator'
    | 'machines'
    | 'machineTags'
    | 'secondFactorLost'
    | 'isBreakGlass'
    | 'tokenVersion'
    | 'emailProvedAt'
    | 'lastLogin'
    | 'language'
    | 'theme'
    | 'dataRates'
    | 'unitPrefixes'
    | 'temperature'
    | 'timeZone'
    | 'clock'
    | 'skeletonHash'
    | 'shownSkeletonHash';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The name as typed by the user, in the form of {@link normalisedUsername}. */
  @Property({ type: 'string', length: 150 })
  username!: string;

  /** Form for comparing usernames: see {@link usernameKey}. */
  @Property({ type: 'text', unique: true })
  usernameKey!: string;

  /** Key for finding names that look similar: see {@link computeLookalikes}. */
  @Property({ type: 'string', length: 64, default: '' })
  @Index()
  skeletonHash: string = '';

  @Property({ type: 'string', length: 64, default: '' })
  @Index()
  shownSkeletonHash: string = '';

  @Property({ type: 'string', length: 150 })
  firstName!: string;

  @Property({ type: 'string', length: 254 })
  email!: string;

  /**
   * Time when a link mailed to exactly this address was used; null if nobody has proved that they can read its mail.
   */
  @Property({ type: 'datetime', nullable: true })
  emailProvedAt: Date | null = null;

  /** Django's encoding: `pbkdf2_sha256$<iterations>$<salt>$<base64>`. */
  @Property({ type: 'string', length: 255 })
  password!: string;

  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Property({ type: 'boolean', default: false })
  isStaff: boolean = false;

  /** Whether it has the operator role; never set together with {@link isStaff}: see `roleOf`. */
  @Property({ type: 'boolean', default: false })
  isOperator: boolean = false;

  /** Machines that it sees as a member; operators and staff see all: see `accessOf`. */
  @Property({ type: 'string', length: 6, default: 'ALL' })
  machines: MachineChoice = 'ALL';

  /** Tags of the machines that it sees, as a JSON list; empty unless the choice is `TAGGED`. */
  @Property({ type: 'text', default: '[]' })
  machineTags: string = '[]';

  /**
   * Set if an import could not take over the account's second factor. The password is then not enough to log in until
   * the account has a new factor or staff have reset it (decision 018).
   */
  @Property({ type: 'boolean', default: false })
  secondFactorLost: boolean = false;

  /** Whether the account may log in with its password while `OIDC_ONLY` forbids it to all others (decision 110). */
  @Property({ type: 'boolean', default: false })
  isBreakGlass: boolean = false;

  /** Version carried by the account's tokens; incrementing it revokes all of them. */
  @Property({ type: 'integer', default: 0 })
  tokenVersion: number = 0;

  @Property({ type: 'datetime' })
  dateJoined!: Date;

  @Property({ type: 'datetime', nullable: true })
  lastLogin: Date | null = null;

  /** Language of the pages; null until the user chooses one. */
  @Property({ type: 'string', length: 35, nullable: true })
  language: Language | null = null;

  @Property({ type: 'string', length: 5, default: 'auto' })
  theme: Theme = 'auto';

  @Property({ type: 'string', length: 5, default: 'bytes' })
  dataRates: Units['dataRates'] = 'bytes';

  @Property({ type: 'string', length: 7, default: 'binary' })
  unitPrefixes: Units['unitPrefixes'] = 'binary';

  @Property({ type: 'string', length: 10, default: 'celsius' })
  temperature: Units['temperature'] = 'celsius';

  /** Zone of times on pages. Messages give times in the server's zone, since they cannot know that of a browser. */
  @Property({ type: 'string', length: 7, default: 'browser' })
  timeZone: Units['timeZone'] = 'browser';

  @Property({ type: 'string', length: 8, default: 'language' })
  clock: Units['clock'] = 'language';
}
