import { checkPassword } from '../lib/forms/password-checks';

/** Fields that a password must not resemble. */
const ABOUT = ['first_name', 'username', 'email'];

/** Marks each requirement of a new password (`data-requirement`) as met or unmet while the user types. */
export function followPassword(form: HTMLFormElement): void {
  const typedIn = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  form.addEventListener('input', follow);
  follow();

  function follow() {
    const about = ABOUT.map(typedIn);
    const checks = checkPassword({ password: typedIn('password1'), repeated: typedIn('password2'), about });
    for (const { requirement, met } of checks) {
      mark(form.querySelector<HTMLElement>(`[data-requirement=${requirement}]`), met, form);
    }
  }
}

function mark(item: HTMLElement | null, met: boolean, { dataset }: HTMLFormElement): void {
  const requirement = item?.firstElementChild;
  if (!item || !requirement || item.dataset.met === String(met)) return;
  item.dataset.met = String(met);
  const state = requirement.querySelector('.visually-hidden') ?? document.createElement('span');
  state.className = 'visually-hidden';
  state.textContent = `${met ? dataset.met : dataset.missing} `;
  requirement.prepend(state);
}
