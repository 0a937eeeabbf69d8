import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { type Language, localeOf } from '../../../i18n/catalogues.js';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { scaleData } from '../../../shared/units/scale-data.js';
import type { Units } from '../../../shared/units/units.js';
import type { MeasureName } from '../measures.js';
import type { Finding, FindingKind, Severity } from './find.js';

const FindingSeverity = {
  BAD: 'bad',
  WARNING: 'warning',
  INFORMATION: 'information',
} as const satisfies Record<string, Severity>;

registerEnumType(FindingSeverity, {
  name: 'FindingSeverity',
  description: 'Importance of a finding.',
  valuesConfig: {
    BAD: { description: 'Needs attention now.' },
    WARNING: { description: 'Worth watching.' },
    INFORMATION: { description: 'Needs no attention.' },
  },
});

const FindingKinds = {
  CPU_HIGH: 'cpuHigh',
  LOAD_HIGH: 'loadHigh',
  RAM_HIGH: 'ramHigh',
  RAM_RISING: 'ramRising',
  SWAP_HIGH: 'swapHigh',
  DISK_NEARLY_FULL: 'diskNearlyFull',
  DISK_FILLING: 'diskFilling',
  NOT_ANSWERING: 'notAnswering',
  NOT_MEASURED: 'notMeasured',
  TOO_EARLY: 'tooEarly',
  QUIET: 'quiet',
} as const satisfies Record<string, FindingKind>;

registerEnumType(FindingKinds, {
  name: 'FindingKind',
  description: 'Subject of a finding.',
  valuesConfig: {
    CPU_HIGH: { description: 'The processors have been busy beyond a threshold for at least three minutes.' },
    LOAD_HIGH: {
      description: 'More programs than processors have been running or waiting for at least three minutes.',
    },
    RAM_HIGH: { description: 'Memory has been used beyond a threshold for at least three minutes.' },
    RAM_RISING: { description: 'Memory in use is growing steadily, by two points of percent an hour or more.' },
    SWAP_HIGH: { description: 'Swap has been used beyond a threshold for at least three minutes.' },
    DISK_NEARLY_FULL: { description: 'The disk, or another file system, is used beyond a threshold.' },
    DISK_FILLING: { description: 'At the present rate, the disk will be full within 60 days.' },
    NOT_ANSWERING: { description: 'Some sources do not answer: their figures are the last known.' },
    NOT_MEASURED: { description: 'Nothing was measured for five minutes or more within the last day.' },
    TOO_EARLY: { description: 'Fewer than five minutes were measured in the last hour, too few for other findings.' },
    QUIET: { description: 'Nothing unusual in the last hour.' },
  },
});

/** The GraphQL type of a finding, in one language (contract 4). */
@ObjectType('Finding', { description: 'A short statement about the host, computed from its figures.' })
export class FindingType {
  @Field(() => FindingKinds, { description: 'Subject, for programs.' })
  kind!: FindingKind;

  @Field(() => FindingSeverity, { description: 'Findings are sorted by it, the worst first.' })
  severity!: Severity;

  @Field(() => String, { description: "Sentence in the caller's language and units." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Measure by its name in MetricsHistory; null if it concerns none.',
  })
  measure!: MeasureName | null;

  @Field(() => String, {
    nullable: true,
    description: 'The likeliest cause, for example "node 61 %", if it is still known; null to all but staff.',
  })
  cause!: string | null;
}

interface Shaping {
  readonly language: Language;
  readonly units: Units;
  readonly cause: Message | undefined;
}

/** Shapes a finding for a caller's language and units; only staff may see `cause`. */
export function shapeFinding(
  { kind, severity, measure, text }: Finding,
  { language, units, cause }: Shaping,
): FindingType {
  return {
    kind,
    severity,
    measure,
    text: translate(typeof text === 'function' ? text((bytes) => sizeText(bytes, language, units)) : text, language),
    cause: cause === undefined ? null : translate(cause, language),
  };
}

function sizeText(bytes: number, language: Language, units: Units): string {
  const { number, unit, isWhole } = scaleData(bytes, 'B', units);
  const digits = isWhole ? 0 : 1;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${number.toLocaleString(localeOf(language), options)} ${unit}`;
}
