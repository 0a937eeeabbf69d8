import './mail.css';
import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import type { ShownMail } from './mail.operations';

const MARKS = {
  WAITING: { tone: 'neutral', label: 'ui.mails.marks.waiting' },
  SENT: { tone: 'good', label: 'ui.mails.marks.sent' },
  FAILED: { tone: 'bad', label: 'ui.mails.marks.failed' },
  CANCELLED: { tone: 'neutral', label: 'ui.mails.marks.cancelled' },
} as const;

const REASONS = {
  NO_CONNECTION: 'ui.mails.failures.noConnection',
  NO_TLS: 'ui.mails.failures.noTls',
  NO_ACCESS_TOKEN: 'ui.mails.failures.noAccessToken',
  LOGIN_REFUSED: 'ui.mails.failures.loginRefused',
  REFUSED: 'ui.mails.failures.refused',
  PUT_OFF: 'ui.mails.failures.putOff',
  TOO_SLOW: 'ui.mails.failures.tooSlow',
  BAD_ADDRESS: 'ui.mails.failures.badAddress',
  ADDRESS_REFUSED: 'ui.mails.failures.addressRefused',
  DEMONSTRATION: 'ui.mails.failures.demonstration',
  MAIL_OFF: 'ui.mails.failures.mailOff',
  SECRET_UNREADABLE: 'ui.mails.failures.secretUnreadable',
  CHANNEL_GONE: 'ui.mails.failures.channelGone',
  RECIPIENT_GONE: 'ui.mails.failures.recipientGone',
  RECIPIENT_BEHIND: 'ui.mails.failures.recipientBehind',
  UNEXPECTED: 'ui.mails.failures.unexpected',
} as const;

/** Says why an e-mail was not sent, with the server's answer. */
export function describeReason({ reason, detail }: Pick<ShownMail, 'reason' | 'detail'>): string {
  return [reason && t(REASONS[reason]), detail].filter(Boolean).join(': ');
}

/** Columns of the outbox; every message has a retry button unless it was sent. */
export function mailColumns(onRetry: (mail: ShownMail) => void): Columns<ShownMail> {
  return {
    keyOf: ({ id }) => id,
    title: { name: t('ui.mails.to'), cell: nameOf },
    after: [
      { name: t('ui.mails.email'), inList: 'alone', cell: ({ email }) => email },
      { name: t('ui.mails.queued'), width: '9.5rem', cell: ({ queuedAt }) => shortTimestamp(queuedAt) },
      { name: t('ui.mails.state'), width: '28%', inList: 'alone', cell: (mail) => <State {...mail} /> },
      { name: t('ui.mails.tries'), width: '6.5rem', cell: ({ tries }) => tries > 0 && String(tries) },
    ],
    actions: {
      width: '9rem',
      of: (mail) =>
        (mail.state === 'WAITING' || mail.state === 'FAILED') && (
          <button
            className="button button-small"
            type="button"
            aria-label={t('ui.mails.retryFor', { name: nameOf(mail) })}
            onClick={() => onRetry(mail)}
          >
            {t('ui.mails.retry')}
          </button>
        ),
    },
  };
}

/** Returns the recipient: an account, or an alert channel. */
function nameOf({ username, channel }: ShownMail): string {
  if (channel !== null) return t('ui.mails.channel', { name: channel });
  return username ?? t('ui.mails.gone');
}

/** Shows a message's state, when it was reached or will end, and why. */
function State({ state, nextTryAt, settledAt, reason, detail }: ShownMail) {
  const { tone, label } = MARKS[state];
  return (
    <>
      <Mark tone={tone}>{t(label)}</Mark> {settledAt && shortTimestamp(settledAt)}
      {nextTryAt && t('ui.mails.nextTry', { moment: shortTimestamp(nextTryAt) })}
      {reason && <span className="mail-reason">{describeReason({ reason, detail })}</span>}
    </>
  );
}
