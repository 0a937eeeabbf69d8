import { addressOf } from '../alerts-section';

/** Takes the place of the rule id in the address of a new rule. */
export const NEW_RULE = 'nova';

export const rulesAddress = addressOf({ word: 'regras' });

/** Returns the address of a rule's editor; without an id, that of a new rule. */
export function ruleAddress(id: string = NEW_RULE): string {
  return addressOf({ word: 'regras' }, id);
}
