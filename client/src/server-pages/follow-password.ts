import { checkPassword } from '../lib/forms/password-checks';

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
    for (const { demand, met } of checks) mark(form.querySelector<HTMLElement>(`[data-demand=${demand}]`), met, form);
  }
}

function mark(item: HTMLElement | null, met: boolean, { dataset }: HTMLFormElement): void {
  const demand = item?.firstElementChild;
  if (!item || !demand || item.dataset.met === String(met)) return;
  item.dataset.met = String(met);
  const state = demand.querySelector('.visually-hidden') ?? document.createElement('span');
  state.className = 'visually-hidden';
  state.textContent = `${met ? dataset.met : dataset.missing} `;
  demand.prepend(state);
}
