import { message } from '../../../../i18n/message.js';
import { shownTextFault } from '../../../../shared/text/hidden-characters.js';
import type { Attributes } from '../protocol/metrics-data.js';

/** Maximum lengths in characters: of a `host.name`, and of the name of a host, as for names that staff give. */
const RESOURCE_NAME_MAX = 255;
const NAME_MAX = 80;

/** Returns the `host.name` of a resource: empty if it has none, undefined if nobody could read it. */
export function readResourceName(attributes: Attributes): string | undefined {
  const name = String(attributes.get('host.name') ?? '')
    .trim()
    .normalize('NFC');
  if (name === '') return '';
  const texts = { unreadable: FAULT, missing: FAULT, tooLong: FAULT };
  return shownTextFault(name, { maximum: RESOURCE_NAME_MAX, ...texts }) === undefined ? name : undefined;
}

/** Never shown: only whether there is a fault matters. */
const FAULT = message('monitoring.hosts.textUnreadable');

/** Returns a name for a new host that is unlike all that are `taken`, which are in lower case. */
export function chooseHostName(resourceName: string, taken: ReadonlySet<string>): string {
  const characters = [...resourceName];
  for (let index = 1; ; index += 1) {
    const ending = index === 1 ? '' : ` (${index})`;
    const name =
      characters
        .slice(0, NAME_MAX - ending.length)
        .join('')
        .trimEnd() + ending;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
