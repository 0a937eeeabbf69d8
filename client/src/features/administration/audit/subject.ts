import { ruleName } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import type { AuditEvent } from './audit.operations';
import { factsOf, textOf } from './changes';

type Subject = Pick<AuditEvent, 'event' | 'username' | 'before' | 'after'>;

/** Events about something other than an account. */
const SETTINGS =
  /^(TERMS|DOMAIN|MAIL|IMPORT|INVITATION|REGISTRATION|SECOND_FACTOR_POLICY|CHANNEL|ALERT|SILENCE|INCIDENT|HOST)/;

/** Facts that identify an event's subject, most telling first; a number is shown after its label. */
const NAMES = [
  { fact: 'domain' },
  { fact: 'name' },
  { fact: 'rule' },
  { fact: 'host', label: 'ui.audit.facts.host' },
  { fact: 'version', label: 'ui.audit.facts.version' },
  { fact: 'mail', label: 'ui.audit.facts.mail' },
] as const;

/** Returns an event's subject: an account, or the name of a machine, channel, rule, domain or version. */
export function subjectOf(event: Subject): string {
  if (!SETTINGS.test(event.event)) return event.username || t('ui.audit.nobody');
  const facts = { ...readable(event.before), ...readable(event.after) };
  for (const name of NAMES) {
    const text = textOf(facts[name.fact]);
    if (text === undefined || text === '') continue;
    return 'label' in name ? `${t(name.label)} ${text}` : ruleName(text);
  }
  return '';
}

/** Texts in a list may be truncated, but the name comes early. */
function readable(text: string | null): Readonly<Record<string, unknown>> {
  const facts = factsOf(text);
  if (facts) return facts;
  const name = /"name":("(?:[^"\\]|\\.)*")/.exec(text ?? '')?.[1];
  return name === undefined ? {} : { name: JSON.parse(name) };
}
