import type { Language } from '../../../i18n/catalogues.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { TestMail, TestMailOutcome } from '../../../platform/mail/test-mail.js';
import { isEmailAddress } from '../../../shared/addresses/email-address.js';
import { InvalidFields } from '../../../shared/errors/errors.js';

interface MailTestsDeps {
  readonly testMail: TestMail;
  readonly audit: AuditTrail;
}

/** Tries out the mail settings, for staff and operators. */
export class MailTests {
  constructor(private readonly deps: MailTestsDeps) {}

  /**
   * Sends a test mail, and records who did and what the server answered, but not the address.
   *
   * @throws {InvalidFields} naming `address` if it cannot be one.
   */
  async send(typed: string, language: Language, origin: Origin): Promise<TestMailOutcome> {
    const address = typed.trim();
    if (!isEmailAddress(address)) throw new InvalidFields({ address: ['accounts.emailMalformed'] });
    const { testMail, audit } = this.deps;
    const outcome = await testMail.send(address, language);
    const result = outcome.reason === null ? 'success' : 'failure';
    const change = { after: { answer: outcome.reason ?? 'accepted' } };
    await audit.record({ event: 'mail_test', result, origin, username: '', change });
    return outcome;
  }
}
