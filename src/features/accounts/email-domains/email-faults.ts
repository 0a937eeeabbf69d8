import type { Message } from '../../../i18n/message.js';
import { isPublicEmailAddress } from '../../../shared/addresses/email-address.js';

/** Whether a domain provides disposable addresses. Called only with the domain of a well-formed address. */
export type IsDisposable = (domain: string) => Promise<boolean>;

/** Returns the faults of an address as typed but trimmed; empty if it may be used. */
export async function emailFaults(email: string, isDisposable: IsDisposable): Promise<Message[]> {
  if (email === '') return ['accounts.required'];
  if (!isPublicEmailAddress(email)) return ['accounts.emailMalformed'];
  return (await isDisposable(email.slice(email.lastIndexOf('@') + 1))) ? ['accounts.emailDisposable'] : [];
}
