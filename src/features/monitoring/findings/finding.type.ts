import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { MeasureName } from '../measures.js';
import type { Finding, FindingKind, Severity } from './find.js';

/** The severities by their names in the schema. */
const FindingSeverity = {
  BAD: 'bad',
  WARNING: 'warning',
  INFORMATION: 'information',
} as const satisfies Record<string, Severity>;

registerEnumType(FindingSeverity, { name: 'FindingSeverity', description: 'How much a finding matters.' });

/** The kinds of findings by their names in the schema. */
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

registerEnumType(FindingKinds, { name: 'FindingKind', description: 'What was found.' });

/** A finding in one language (contract 4). */
@ObjectType('Finding', { description: 'A short statement about the host, computed from what was measured.' })
export class FindingType {
  @Field(() => FindingKinds)
  kind!: FindingKind;

  @Field(() => FindingSeverity)
  severity!: Severity;

  @Field(() => String, { description: "In the caller's language." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The measure that it is about, by its name in MetricsHistory; null where it is about none of them.',
  })
  measure!: MeasureName | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The process that most likely causes it, such as "node 61 %", as far as it is remembered; null to all but staff.',
  })
  cause!: string | null;
}

/** A finding as a caller of `language` sees it; `cause` is for staff alone. */
export function findingOf(
  { kind, severity, measure, text }: Finding,
  { language, cause }: { readonly language: Language; readonly cause: Message | undefined },
): FindingType {
  return {
    kind,
    severity,
    measure,
    text: translate(text, language),
    cause: cause === undefined ? null : translate(cause, language),
  };
}
