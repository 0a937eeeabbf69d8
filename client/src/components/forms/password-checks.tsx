import { checkPassword, type PasswordCheck, type TypedPassword } from '../../lib/forms/password-checks';
import { type MessageKey, t } from '../../lib/i18n/t';

const REQUIREMENTS = {
  longEnough: 'ui.password.longEnough',
  notOnlyDigits: 'ui.password.notOnlyDigits',
  notLikeYou: 'ui.password.notLikeYou',
  repeated: 'ui.password.repeated',
} as const satisfies Record<PasswordCheck['requirement'], MessageKey>;

/**
 * Requirements that a new password meets or misses as it is typed; the field refers to `id` in its `aria-describedby`.
 */
export function PasswordChecks({ id, ...typed }: TypedPassword & { id: string }) {
  return (
    <div className="field" id={id}>
      <ul className="checks" aria-label={t('ui.password.title')}>
        {checkPassword(typed).map(({ requirement, met }) => (
          <li key={requirement} data-met={met}>
            <span>
              <span className="visually-hidden">{t(met ? 'ui.password.met' : 'ui.password.missing')} </span>
              {t(REQUIREMENTS[requirement])}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">{t('ui.password.notCommon')}</p>
    </div>
  );
}
