import type { MessageKey } from '../../../i18n/message.js';

/** Names of the supplied rules, as stored by the migration (`platform/db/migrations/supplied-rules.ts`). */
const SUPPLIED = {
  'Disco quase cheio': 'rules.supplied.diskAlmostFull',
  'Memória quase esgotada': 'rules.supplied.memoryAlmostExhausted',
  'Carga alta': 'rules.supplied.highLoad',
  'Máquina sem dar sinal': 'rules.supplied.hostSilent',
} as const satisfies Readonly<Record<string, MessageKey>>;

type SuppliedName = keyof typeof SUPPLIED;

/**
 * Returns the message that translates the name of a rule supplied with Vigia; undefined if staff have changed the name.
 * Names are stored in Portuguese and translated when they are shown, so everyone sees them in their own language.
 */
export function suppliedRuleName(name: string): (typeof SUPPLIED)[SuppliedName] | undefined {
  return Object.hasOwn(SUPPLIED, name) ? SUPPLIED[name as SuppliedName] : undefined;
}
