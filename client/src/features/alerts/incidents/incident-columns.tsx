import { Link } from 'wouter';
import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { Severity } from '../../../components/status/severity';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { addressOf } from '../alerts-section';
import { wordsOfComparison, wordsOfExpression } from './comparison-words';
import type { IncidentAction } from './incident-dialog';
import { describeDuration, endReasons, figureOf, sentenceOf } from './incident-words';
import type { Incident } from './incidents.operations';

interface ColumnParts {
  readonly now: number;
  readonly mayOperate: boolean;
  onAction(incident: Incident, action: IncidentAction): void;
}

/** Columns of the incidents, with their actions. */
export function incidentColumns({ now, mayOperate, onAction }: ColumnParts): Columns<Incident> {
  return {
    keyOf: ({ id }) => id,
    title: { name: t('ui.incidents.what'), cell: (incident) => <What incident={incident} now={now} /> },
    after: [
      {
        name: t('ui.incidents.since'),
        width: 'clamp(6rem, 12vw, 9.5rem)',
        cell: ({ startedAt }) => shortTimestamp(startedAt),
      },
      {
        name: t('ui.incidents.duration'),
        width: 'clamp(4.5rem, 8vw, 6.5rem)',
        cell: (incident) => describeDuration(incident, now),
      },
      {
        name: t('ui.incidents.figuresTitle'),
        width: 'clamp(11rem, 40vw - 10rem, 26rem)',
        inList: 'alone',
        cell: Figures,
      },
      { name: t('ui.incidents.handling'), width: '16%', inList: 'alone', cell: Handling },
    ],
    actions: {
      width: '9.5rem',
      of: (incident) => <Actions incident={incident} mayOperate={mayOperate} onAction={onAction} />,
    },
  };
}

/** Shows the severity as a shape and a word, the event, and the rule's name unless the event contains it. */
function What({ incident, now }: { incident: Incident; now: number }) {
  const { id, severity, ruleName, expression, state } = incident;
  return (
    <span className="incident-what">
      <Severity severity={severity} isOver={state !== 'OPEN'} />
      <Link href={addressOf({ word: '' }, id)}>{sentenceOf(incident, now)}</Link>
      {wordsOfExpression(expression) !== undefined && <span className="incident-rule">{nameOf(ruleName)}</span>}
    </span>
  );
}

/** Shows each comparison's peak and its value just before. */
function Figures({ comparisons }: Incident) {
  return (
    <span className="incident-figures">
      {comparisons.map(({ text, peak, before, unit, fileSystem }) => (
        <span key={text}>
          {comparisons.length > 1 && <>{wordsOfComparison(text, fileSystem)}: </>}
          {t('ui.incidents.peakBefore', { peak: figureOf(peak, unit), before: figureOf(before, unit) })}
        </span>
      ))}
    </span>
  );
}

/** Shows who acknowledged the incident, whether its messages are silenced, and why it ended if not on its own. */
function Handling({ acknowledgedBy, acknowledgementNote, silencedUntil, endReason }: Incident) {
  const reason = endReason !== null && endReason !== 'RELEASED' ? endReasons[endReason] : undefined;
  if (acknowledgedBy === null && silencedUntil === null && !reason) return null;
  return (
    <span className="incident-figures">
      {acknowledgedBy !== null && (
        <span>
          <Mark tone="good">{t('ui.incidents.acknowledged')}</Mark>{' '}
          {t('ui.incidents.acknowledgedBy', { name: acknowledgedBy })}
        </span>
      )}
      {acknowledgementNote && <span className="hint">{acknowledgementNote}</span>}
      {silencedUntil !== null && (
        <span>
          <Mark>{t('ui.incidents.silenced')}</Mark>{' '}
          {t('ui.incidents.silencedUntil', { moment: shortTimestamp(silencedUntil) })}
        </span>
      )}
      {reason && <span>{t(reason)}</span>}
    </span>
  );
}

interface ActionsProps extends Pick<ColumnParts, 'mayOperate' | 'onAction'> {
  incident: Incident;
}

/** Actions on an open incident; only operators and staff can silence its messages. */
export function Actions({ incident, mayOperate, onAction }: ActionsProps) {
  const { state, ruleName, hostName, acknowledgedAt, rule } = incident;
  if (state !== 'OPEN') return null;
  const name = t('ui.incidents.named', { rule: nameOf(ruleName), host: hostName });
  const acknowledge = t(acknowledgedAt === null ? 'ui.incidents.acknowledge' : 'ui.incidents.changeNote');
  return (
    <>
      {incident.mayAcknowledge && (
        <button
          className="button button-small"
          type="button"
          aria-label={`${acknowledge}: ${name}`}
          onClick={() => onAction(incident, 'acknowledge')}
        >
          {acknowledge}
        </button>
      )}
      {mayOperate && rule !== null && (
        <button
          className="button button-small"
          type="button"
          aria-label={`${t('ui.incidents.silence')}: ${name}`}
          onClick={() => onAction(incident, 'silence')}
        >
          {t('ui.incidents.silence')}
        </button>
      )}
    </>
  );
}
