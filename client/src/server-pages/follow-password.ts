import { checkPassword, type PasswordCheck } from '../lib/forms/password-checks';
import { passwordCheckMessages } from '../lib/forms/password-checks.messages';
import { say } from '../lib/i18n/say';

/** What a password must not resemble. */
const ABOUT = ['first_name', 'username', 'email'];

/** Says of each demand on a new password (`data-demand`) whether what is being typed meets it. */
export function followPassword(form: HTMLFormElement): void {
  const typedIn = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  form.addEventListener('input', follow);
  follow();

  function follow() {
    const about = ABOUT.map(typedIn);
    const checks = checkPassword({ password: typedIn('password1'), repeated: typedIn('password2'), about });
    for (const check of checks) mark(form.querySelector<HTMLElement>(`[data-demand=${check.requirement}]`), check);
  }
}

function mark(item: HTMLElement | null, { met, text }: PasswordCheck): void {
  if (!item || item.dataset.met === String(met)) return;
  item.dataset.met = String(met);
  const state = document.createElement('span');
  state.className = 'visually-hidden';
  state.textContent = `${say(met ? passwordCheckMessages.met : passwordCheckMessages.missing)} `;
  item.firstElementChild?.replaceChildren(state, text);
}
