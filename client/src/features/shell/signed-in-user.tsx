import { useRef } from 'react';
import { Link } from 'wouter';
import { t } from '../../lib/i18n/t';
import { csrfToken } from '../../lib/session/csrf-token';
import { leaveByForm } from '../../lib/session/go-to-login';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';

/** The viewer's first name, linked to the account, and the logout button. */
export function SignedInUser() {
  const [{ firstName, username }] = useViewer();
  const name = firstName || username;
  return (
    <div className="signed-in-user">
      <Link className="signed-in-name" href={paths.account} aria-label={t('ui.core.shell.ownAccount', { name })}>
        {name}
      </Link>
      <LogoutForm />
    </div>
  );
}

/**
 * Logs out with a form rather than `fetch`, so that the browser follows the server's redirect to the login page
 * (contract 3).
 */
function LogoutForm() {
  const token = useRef<HTMLInputElement>(null);
  const prepare = () => {
    if (token.current) token.current.value = csrfToken();
    leaveByForm();
  };
  return (
    <form method="post" action={paths.logout} onSubmit={prepare}>
      <input ref={token} type="hidden" name="csrfmiddlewaretoken" />
      <button className="button button-small" type="submit">
        {t('ui.core.shell.logout')}
      </button>
    </form>
  );
}
