import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatTimestamp } from '../../../lib/i18n/format';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { addressOf } from '../alerts-section';
import { describeDuration, endReasons } from './incident-words';
import type { Incident } from './incidents.operations';

interface IncidentFactsProps {
  incident: Incident;
  /** Current time, in milliseconds of `Date.now()`. */
  now: number;
  /** Whether the viewer is an operator or staff; others do not see rules. */
  mayOperate: boolean;
}

/** Facts about an incident other than its readings. */
export function IncidentFacts({ incident, now, mayOperate }: IncidentFactsProps) {
  const { rule, ruleName, expression, hostName, trueSince, startedAt, endedAt, endReason } = incident;
  const { acknowledgedAt, acknowledgedBy, acknowledgementNote, silencedUntil } = incident;
  const reason = endReason !== null && endReason !== 'RELEASED' ? t(endReasons[endReason]) : '';
  return (
    <dl className="incident-facts">
      <Fact name={t('ui.incidents.rule')}>
        {mayOperate && rule !== null ? (
          <Link href={addressOf({ word: 'regras' }, rule)}>{nameOf(ruleName)}</Link>
        ) : (
          nameOf(ruleName)
        )}
      </Fact>
      <Fact name={t('ui.incidents.expression')}>
        <code>{expression}</code>
      </Fact>
      <Fact name={t('ui.incidents.host')}>{hostName}</Fact>
      {trueSince !== null && <Fact name={t('ui.incidents.trueSince')}>{formatTimestamp(new Date(trueSince))}</Fact>}
      <Fact name={t('ui.incidents.firedAt')}>{formatTimestamp(new Date(startedAt))}</Fact>
      {endedAt !== null && (
        <Fact name={t('ui.incidents.until')}>
          {formatTimestamp(new Date(endedAt))} {reason}
        </Fact>
      )}
      <Fact name={t('ui.incidents.duration')}>{describeDuration(incident, now)}</Fact>
      {acknowledgedAt !== null && acknowledgedBy !== null && (
        <Fact name={t('ui.incidents.acknowledged')}>
          {t('ui.incidents.acknowledgedAt', {
            name: acknowledgedBy,
            moment: formatTimestamp(new Date(acknowledgedAt)),
          })}
          {acknowledgementNote && <p>{acknowledgementNote}</p>}
        </Fact>
      )}
      {silencedUntil !== null && (
        <Fact name={t('ui.incidents.silenced')}>
          {t('ui.incidents.silencedUntil', { moment: formatTimestamp(new Date(silencedUntil)) })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
