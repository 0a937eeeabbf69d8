import { resembles } from '../../../../src/features/accounts/credentials/password-similarity';

/** A new password being typed, and facts about its user. */
export interface TypedPassword {
  readonly password: string;
  readonly repeated: string;
  /** First name, username and e-mail address, as far as they are known. */
  readonly about: readonly string[];
}

/** A password requirement, and whether the typed password meets it. */
export interface PasswordCheck {
  readonly requirement: 'longEnough' | 'notOnlyDigits' | 'notLikeYou' | 'repeated';
  readonly met: boolean;
}

const MIN_LENGTH = 8;

/**
 * Checks a password by the server's rules (contract 3), except for the list of common passwords, which only the server
 * has. An empty password meets no requirement.
 */
export function checkPassword({ password, repeated, about }: TypedPassword): PasswordCheck[] {
  const typed = password !== '';
  return [
    {
      requirement: 'longEnough',
      met: [...password].length >= MIN_LENGTH,
    },
    {
      requirement: 'notOnlyDigits',
      met: typed && !/^\p{Nd}+$/u.test(password),
    },
    {
      requirement: 'notLikeYou',
      met: typed && !about.some((text) => resembles(password, text)),
    },
    {
      requirement: 'repeated',
      met: typed && password === repeated,
    },
  ];
}
