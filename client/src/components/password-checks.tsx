import { checkPassword, type TypedPassword } from '../lib/forms/password-checks';
import { passwordCheckMessages } from '../lib/forms/password-checks.messages';
import { say } from '../lib/i18n/say';

/**
 * The requirements that a new password meets or misses while it is typed; `id` is for the field's `aria-describedby`.
 */
export function PasswordChecks({ id, ...typed }: TypedPassword & { id: string }) {
  return (
    <div className="field" id={id}>
      <ul className="checks" aria-label={say(passwordCheckMessages.title)}>
        {checkPassword(typed).map(({ demand, met, text }) => (
          <li key={demand} data-met={met}>
            <span>
              <span className="visually-hidden">
                {say(met ? passwordCheckMessages.met : passwordCheckMessages.missing)}{' '}
              </span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">{say(passwordCheckMessages.notCommon)}</p>
    </div>
  );
}
