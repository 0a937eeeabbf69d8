import { formatTimestamp } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { Mark, Record } from '../parts/records';
import { mailFailureMessages as failures, mailMessages as messages } from './mail.messages';
import type { ShownMail } from './mail.operations';

const MARKS = {
  WAITING: { tone: 'warn', label: messages.marks.waiting },
  SENT: { tone: 'good', label: messages.marks.sent },
  FAILED: { tone: 'bad', label: messages.marks.failed },
} as const;

const UNTRIED = { tone: 'neutral', label: messages.marks.waiting } as const;

const REASONS = {
  NO_CONNECTION: failures.noConnection,
  NO_TLS: failures.noTls,
  NO_ACCESS_TOKEN: failures.noAccessToken,
  LOGIN_REFUSED: failures.loginRefused,
  REFUSED: failures.refused,
  PUT_OFF: failures.putOff,
  TOO_SLOW: failures.tooSlow,
  BAD_ADDRESS: failures.badAddress,
  UNEXPECTED: failures.unexpected,
} as const;

/** One mail, and a way to have it tried again unless it is sent. */
export function MailRecord({ mail, onRetry }: { mail: ShownMail; onRetry(): void }) {
  const { tone, label } = mail.state === 'WAITING' && mail.tries === 0 ? UNTRIED : MARKS[mail.state];
  const name = mail.username ?? say(messages.gone);
  return (
    <Record
      title={name}
      marks={<Mark tone={tone}>{say(label)}</Mark>}
      facts={factsOf(mail)}
      actions={
        mail.state !== 'SENT' && (
          <button
            className="button button-small"
            type="button"
            aria-label={say(messages.retryFor, { name })}
            onClick={onRetry}
          >
            {say(messages.retry)}
          </button>
        )
      }
    >
      {mail.reason && <p className="hint">{[say(REASONS[mail.reason]), mail.detail].filter(Boolean).join(': ')}</p>}
    </Record>
  );
}

function factsOf({ email, state, queuedAt, tries, nextTryAt, settledAt }: ShownMail): string[] {
  const at = (text: (typeof messages)['queued'], moment: string) =>
    say(text, { moment: formatTimestamp(new Date(moment)) });
  return [
    ...(email ? [email] : []),
    at(messages.queued, queuedAt),
    ...(tries > 0 ? [say(messages.tries, { count: tries })] : []),
    ...(nextTryAt ? [at(messages.nextTry, nextTryAt)] : []),
    ...(settledAt ? [at(state === 'SENT' ? messages.sentAt : messages.failedAt, settledAt)] : []),
  ];
}
