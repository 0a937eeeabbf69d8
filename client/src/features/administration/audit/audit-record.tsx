import { eventNames, factNames, methodNames, resultNames, yesOrNo } from './audit-names';
import './audit.css';
import { useState } from 'react';
import { useQuery } from 'urql';
import { dateFormat } from '../../../lib/i18n/format';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { Mark, Record } from '../parts/records';
import { type AuditEvent, AuditEventQuery } from './audit.operations';
import { changesOf } from './changes';

/** An event of the audit trail in words, with what it changed below. */
export function AuditRecord({ event }: { event: AuditEvent }) {
  const { username, actor, address } = event;
  const facts = [
    <time key="at" dateTime={event.at}>
      {dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(event.at))}
    </time>,
    t(methodNames[event.door]),
    ...(address ? [address] : []),
    ...(actor ? [t('ui.audit.by', { actor })] : []),
  ];
  const name = username || (isAboutAccounts(event) ? t('ui.audit.nobody') : '');
  return (
    <Record
      title={
        <>
          {t(eventNames[event.event])}
          {name && <span className="audit-name"> {name}</span>}
        </>
      }
      marks={event.result !== 'SUCCESS' && <Mark tone="bad">{t(resultNames[event.result])}</Mark>}
      facts={facts}
    >
      <Changes event={event} />
    </Record>
  );
}

/** Settings have no name, and need none. */
function isAboutAccounts({ event }: AuditEvent): boolean {
  return !/^(TERMS|DOMAIN|MAIL|IMPORT)/.test(event);
}

function Changes({ event }: { event: AuditEvent }) {
  const isCut = [event.before, event.after].some((text) => text?.endsWith('…'));
  const [whole, setWhole] = useState(false);
  const [{ data }] = useQuery({ query: AuditEventQuery, variables: { id: event.id }, pause: !whole });
  const changes = changesOf(data?.auditEvent ?? event);
  if (changes.length === 0) return null;
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

/** What a word of the trail is called; itself where it has no other name. */
function wordOf(words: Readonly<Record<string, MessageKey>>, word: string): string {
  const known = Object.hasOwn(words, word) ? words[word] : undefined;
  return known ? t(known) : word;
}
