import { type Message, type MessageKey, message } from '../../../../i18n/message.js';

/** Kinds of problems with the source of a host, each with the sentence that says so and how to solve it. */
export const hostProblems = {
  NOT_REACHABLE: 'monitoring.problems.notReachable',
  TIMEOUT: 'monitoring.problems.timeout',
  REDIRECT: 'monitoring.problems.redirect',
  UNAUTHORIZED: 'monitoring.problems.unauthorized',
  BAD_STATUS: 'monitoring.problems.badStatus',
  TOO_LARGE: 'monitoring.problems.tooLarge',
  NOT_METRICS: 'monitoring.problems.notMetrics',
  INCOMPLETE: 'monitoring.problems.incomplete',
  ADDRESS_NOT_ALLOWED: 'monitoring.problems.addressNotAllowed',
  CERTIFICATE: 'monitoring.problems.certificate',
  CREDENTIAL_UNREADABLE: 'monitoring.problems.credentialUnreadable',
} as const satisfies Record<string, MessageKey>;

export type HostProblemCode = keyof typeof hostProblems;

/** A problem as its source finds it. */
export interface FoundProblem {
  readonly code: HostProblemCode;
  /** A short technical detail in English, such as `ECONNREFUSED` or `404`; never text from the target or a secret. */
  readonly detail?: string | undefined;
}

/** A problem as it is stored. */
export interface HostProblem extends FoundProblem {
  /** When it began, ISO 8601. */
  readonly since: string;
}

/** Details that call for other advice than the rest of their code. */
const detailProblems: readonly (readonly [RegExp, MessageKey])[] = [
  [/^ENOTFOUND$/, 'monitoring.problems.unknownName'],
  [/^EPROTO$/, 'monitoring.problems.noTls'],
  [/^this service$/, 'monitoring.problems.thisService'],
  [/^port \d+$/, 'monitoring.problems.refusedPort'],
];

/** Returns the sentence about a problem. */
export function problemMessage({ code, detail = '' }: FoundProblem): Message {
  const [, key] = detailProblems.find(([pattern]) => pattern.test(detail)) ?? [];
  // Refused addresses have no code that others would recognise, only words in English.
  const isShown = detail !== '' && code !== 'ADDRESS_NOT_ALLOWED';
  return message(key ?? hostProblems[code], { detail: isShown ? ` (${detail})` : '' });
}
