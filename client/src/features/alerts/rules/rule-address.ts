import { addressOf } from '../alerts-section';

/** Takes the place of the rule id in a new rule's URL. */
export const NEW_RULE = 'nova';

export const rulesAddress = addressOf({ word: 'regras' });

/** Returns the path of a rule's editor; without an id, that of the editor for a new rule. */
export function ruleAddress(id: string = NEW_RULE): string {
  return addressOf({ word: 'regras' }, id);
}
