import { formatTimestamp } from '../../../lib/i18n/format';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { Mark, Record } from '../parts/records';
import type { ShownMail } from './mail.operations';

const MARKS = {
  WAITING: { tone: 'warn', label: 'ui.mails.marks.waiting' },
  SENT: { tone: 'good', label: 'ui.mails.marks.sent' },
  FAILED: { tone: 'bad', label: 'ui.mails.marks.failed' },
} as const;

const UNTRIED = { tone: 'neutral', label: 'ui.mails.marks.waiting' } as const;

const REASONS = {
  NO_CONNECTION: 'ui.mails.failures.noConnection',
  NO_TLS: 'ui.mails.failures.noTls',
  NO_ACCESS_TOKEN: 'ui.mails.failures.noAccessToken',
  LOGIN_REFUSED: 'ui.mails.failures.loginRefused',
  REFUSED: 'ui.mails.failures.refused',
  PUT_OFF: 'ui.mails.failures.putOff',
  TOO_SLOW: 'ui.mails.failures.tooSlow',
  BAD_ADDRESS: 'ui.mails.failures.badAddress',
  UNEXPECTED: 'ui.mails.failures.unexpected',
} as const;

/** One mail, and a way to have it tried again unless it is sent. */
export function MailRecord({ mail, onRetry }: { mail: ShownMail; onRetry(): void }) {
  const { tone, label } = mail.state === 'WAITING' && mail.tries === 0 ? UNTRIED : MARKS[mail.state];
  const name = mail.username ?? t('ui.mails.gone');
  return (
    <Record
      title={name}
      marks={<Mark tone={tone}>{t(label)}</Mark>}
      facts={factsOf(mail)}
      actions={
        mail.state !== 'SENT' && (
          <button
            className="button button-small"
            type="button"
            aria-label={t('ui.mails.retryFor', { name })}
            onClick={onRetry}
          >
            {t('ui.mails.retry')}
          </button>
        )
      }
    >
      {mail.reason && <p className="hint">{[t(REASONS[mail.reason]), mail.detail].filter(Boolean).join(': ')}</p>}
    </Record>
  );
}

function factsOf({ email, state, queuedAt, tries, nextTryAt, settledAt }: ShownMail): string[] {
  const at = (text: MessageKey, time: string) => t(text, { moment: formatTimestamp(new Date(time)) });
  return [
    ...(email ? [email] : []),
    at('ui.mails.queued', queuedAt),
    ...(tries > 0 ? [t('ui.mails.tries', { count: tries })] : []),
    ...(nextTryAt ? [at('ui.mails.nextTry', nextTryAt)] : []),
    ...(settledAt ? [at(state === 'SENT' ? 'ui.mails.sentAt' : 'ui.mails.failedAt', settledAt)] : []),
  ];
}
