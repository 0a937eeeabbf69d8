import { randomUUID } from 'node:crypto';
import { translate } from '../../i18n/translate.js';
import { renderEmailHtml, renderEmailText } from '../../platform/mail/email-template.js';
import { openMailer } from '../../platform/mail/open-mailer.js';
import { DeliveryFailure, type FailureReason } from '../../platform/outbox/delivery-failure.js';
import { senderDomain } from '../../settings/email-settings.js';
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
  const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
  const place = `${email.host}:${email.port}`;
  try {
    if (sendTo === undefined) {
      await Promise.race([mailer.check(signal), rejectOnAbort(signal)]);
      return ok(`${place} accepts the login of ${email.user}; nothing was sent.`);
    }
    await mailer.send(writeTestMail(sendTo, publicUrl, senderDomain(email)), signal);
    return ok(`${place} took a mail to ${sendTo}: look whether it arrives.`);
  } catch (error) {
    if (signal.aborted)
      return problem(`${place} did not answer within ${CHECK_LIMIT_MS / 1000} s: check EMAIL_HOST and the network.`);
    if (!(error instanceof DeliveryFailure)) throw error;
    return problem(`${place}: ${error.message}. ${ADVICE[error.reason] ?? 'See docs/mail.md.'}`);
  }
}

const ADVICE: Readonly<Partial<Record<FailureReason, string>>> = {
  no_connection: 'Check EMAIL_HOST and EMAIL_PORT, and whether this machine may connect there.',
  no_tls: 'Check EMAIL_TLS, and whether the certificate is valid for EMAIL_HOST.',
  no_access_token: 'Get a new refresh token (docs/mail.md).',
  login_refused: 'Check EMAIL_HOST_USER, and EMAIL_HOST_PASSWORD or the account of the refresh token.',
};

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function writeTestMail(to: string, publicUrl: string, domain: string) {
  const language = languageOfLocale();
  const texts = {
    language,
    subject: translate('mail.doctor.subject', language),
    heading: translate('mail.doctor.subject', language),
    paragraphs: [translate('mail.doctor.text', language)],
    links: [{ label: translate('mail.doctor.link', language), href: publicUrl }],
    note: translate('mail.doctor.note', language),
  };
  const messageId = `<${randomUUID()}@${domain}>`;
  return {
    messageId,
    to,
    date: new Date(),
    subject: texts.subject,
    text: renderEmailText(texts),
    html: renderEmailHtml(texts),
  };
}
