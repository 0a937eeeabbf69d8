import { openMailer } from '../../platform/mail/open-mailer.js';
import { TestMail } from '../../platform/mail/test-mail.js';
import { DeliveryFailure, type FailureReason } from '../../platform/outbox/delivery-failure.js';
import type { Settings } from '../../settings/settings.js';
import { systemClock } from '../../shared/time/clock.js';
import { languageOfLocale } from '../language-of-locale.js';
import { type Finding, findingsOn } from './finding.js';
import { CHECK_LIMIT_MS } from './within-limit.js';

const { ok, problem } = findingsOn('mail');

/** Logs in to the mail server; sends a mail only if there is an address to send it to. */
export async function checkMail({ email, publicUrl }: Settings, sendTo: string | undefined): Promise<Finding> {
  if (!email) {
    const text = 'Mail is off (EMAIL_MODE): no welcome, no link for a forgotten password, no alert by mail.';
    return sendTo === undefined ? ok(text) : problem(`${text} Nothing was sent.`);
  }
  const mailer = openMailer(email, systemClock);
  const place = `${email.host}:${email.port}`;
  if (sendTo !== undefined) {
    const { reason, detail } = await new TestMail({ mailer, email, publicUrl, clock: systemClock }).send(
      sendTo,
      languageOfLocale(),
    );
    return reason === null
      ? ok(`${place} took a mail to ${sendTo}: look whether it arrives.`)
      : problem(explainMailFailure({ server: place, reason, detail }));
  }
  const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
  try {
    await Promise.race([mailer.check(signal), rejectOnAbort(signal)]);
    return ok(`${place} accepts the login of ${email.user}; nothing was sent.`);
  } catch (error) {
    if (signal.aborted) return problem(explainMailFailure({ server: place, reason: 'too_slow', detail: '' }));
    if (!(error instanceof DeliveryFailure)) throw error;
    return problem(explainMailFailure({ server: place, reason: error.reason, detail: error.detail }));
  }
}

/** Says in one line what the mail server answered, and what to check. */
export function explainMailFailure({ server, reason, detail }: MailFailure): string {
  const answer = detail === '' ? reason : `${reason}: ${detail}`;
  return `${server}: ${answer}. ${ADVICE[reason] ?? 'See docs/mail.md.'}`;
}

interface MailFailure {
  readonly server: string;
  readonly reason: FailureReason;
  readonly detail: string;
}

const ADVICE: Readonly<Partial<Record<FailureReason, string>>> = {
  too_slow: 'It did not answer in time: check EMAIL_HOST and the network.',
  no_connection: 'Check EMAIL_HOST and EMAIL_PORT, and whether this machine may connect there.',
  no_tls: 'Check EMAIL_TLS, and whether the certificate is valid for EMAIL_HOST.',
  no_access_token: 'Get a new refresh token (docs/mail.md).',
  login_refused: 'Check EMAIL_HOST_USER, and EMAIL_HOST_PASSWORD or the account of the refresh token.',
};

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
