import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
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
}

/** A finding as a caller of `language` sees it. */
export function findingOf({ kind, severity, text }: Finding, language: Language): FindingType {
  return { kind, severity, text: translate(text, language) };
}
