import { useState } from 'react';
import { useQuery } from 'urql';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { type AuditEvent, AuditEventQuery } from './audit.operations';
import { factNames, yesOrNo } from './audit-names';
import { listChanges } from './changes';

/** Shows the changes of an event, fact by fact. */
export function AuditChanges({ event }: { event: AuditEvent }) {
  const isCut = [event.before, event.after].some((text) => text?.endsWith('…'));
  const [whole, setWhole] = useState(false);
  const [{ data }] = useQuery({ query: AuditEventQuery, variables: { id: event.id }, pause: !whole });
  const changes = listChanges(data?.auditEvent ?? event);
  return (
    <dl className="audit-changes">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          {name && <dt>{wordOf(factNames, name)}</dt>}
          <dd>
            {before !== undefined && <del>{textFor(before)}</del>}
            {before !== undefined && after !== undefined && <span> {t('ui.audit.became')} </span>}
            {after !== undefined && <ins>{textFor(after)}</ins>}
          </dd>
        </div>
      ))}
      {isCut && !data?.auditEvent && (
        <button className="button button-small" type="button" onClick={() => setWhole(true)}>
          {t('ui.audit.showAll')}
        </button>
      )}
    </dl>
  );
}

function textFor(text: string): string {
  return text === '' ? t('ui.audit.nothing') : wordOf(yesOrNo, text);
}

/** Returns the label of a term in the trail, or the term itself if it has no label. */
function wordOf(words: Readonly<Record<string, MessageKey>>, word: string): string {
  const known = Object.hasOwn(words, word) ? words[word] : undefined;
  return known ? t(known) : word;
}
