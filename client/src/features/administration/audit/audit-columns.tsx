import './audit.css';
import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { shortTimestampWithSeconds } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import type { AuditEvent } from './audit.operations';
import { AuditChanges } from './audit-changes';
import { eventNames, methodNames, resultNames } from './audit-names';
import { listChanges } from './changes';
import { subjectOf } from './subject';

/** Columns of the audit trail: when, what, to whom, by whom and from where. Changes are shown on request. */
export function auditColumns(): Columns<AuditEvent> {
  return {
    keyOf: ({ id }) => id,
    before: [
      {
        name: t('ui.audit.when'),
        // Wide enough for one line if there is room, otherwise for two.
        width: 'clamp(7.5rem, 17.2vw, 12rem)',
        inList: 'alone',
        cell: ({ at }) => <time dateTime={at}>{shortTimestampWithSeconds(at)}</time>,
      },
    ],
    title: {
      name: t('ui.audit.event'),
      width: '20%',
      cell: ({ event, result }) => (
        <>
          {t(eventNames[event])} {result !== 'SUCCESS' && <Mark tone="bad">{t(resultNames[result])}</Mark>}
        </>
      ),
    },
    after: [
      { name: t('ui.audit.subject'), inList: 'beside title', cell: subjectOf },
      { name: t('ui.audit.actor'), width: '12%', cell: ({ actor }) => actor },
      {
        name: t('ui.audit.origin'),
        width: 'clamp(12rem, 23vw, 18rem)',
        inList: 'alone',
        cell: ({ door, address }) => (
          <>
            {t(methodNames[door])} {address}
          </>
        ),
      },
    ],
    details: (event) => (listChanges(event).length === 0 ? null : <AuditChanges event={event} />),
    nameOf: (event) => `${t(eventNames[event.event])} ${subjectOf(event)}`,
  };
}
