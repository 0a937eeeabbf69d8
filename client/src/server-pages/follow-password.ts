import { checkPassword } from '../lib/password-checks';
import { passwordCheckMessages } from '../lib/password-checks.messages';
import { say } from '../lib/say';

const ID = 'password1-checks';
/** What a password must not resemble. */
const ABOUT = ['first_name', 'username', 'email'];

/** Says below the first password of a registration what it still lacks, while it is being typed. */
export function followPassword(form: HTMLFormElement): void {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
  const typedIn = (name: string) => field(name)?.value ?? '';
  const password = field('password1');
  if (!password) return;

  const list = document.createElement('ul');
  list.className = 'checks';
  list.id = ID;
  list.ariaLabel = say(passwordCheckMessages.title);
  // The list says what the hint says, but for one thing.
  const hint = password.closest('.field')?.querySelector('.hint');
  if (hint) hint.textContent = say(passwordCheckMessages.notCommon);
  password.closest('.field-control')?.after(list);
  password.setAttribute('aria-describedby', `${password.getAttribute('aria-describedby') ?? ''} ${ID}`.trim());
  form.addEventListener('input', follow);
  follow();

  function follow() {
    const about = ABOUT.map(typedIn);
    const checks = checkPassword({ password: typedIn('password1'), repeated: typedIn('password2'), about });
    list.replaceChildren(...checks.map(checkItem));
  }
}

function checkItem({ met, text }: { met: boolean; text: string }): HTMLElement {
  const item = document.createElement('li');
  item.dataset.met = String(met);
  const state = document.createElement('span');
  state.className = 'visually-hidden';
  state.textContent = `${say(met ? passwordCheckMessages.met : passwordCheckMessages.missing)} `;
  const words = document.createElement('span');
  words.append(state, text);
  item.append(words);
  return item;
}
