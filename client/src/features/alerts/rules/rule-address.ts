import { addressOf } from '../alerts-section';

/** What stands in the address in place of the id of a rule that is still to be made. */
export const NEW_RULE = 'nova';

/** The address of the list. */
export const rulesAddress = addressOf({ word: 'regras' });

/** The address of the editor of a rule; of a new one without an id. */
export function ruleAddress(id: string = NEW_RULE): string {
  return addressOf({ word: 'regras' }, id);
}
