import './styles/pages.css';
import { countDown } from './server-pages/count-down';
import { followPassword } from './server-pages/follow-password';
import { offerPasskeys } from './server-pages/log-in-with-passkey';
import { offerReveal } from './server-pages/offer-reveal';

/** Progressive enhancement of the server-rendered pages, each of which also works without scripts. */
for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]')) offerReveal(field);

const newPassword = document.querySelector<HTMLInputElement>('input[name=password1]');
if (newPassword?.form) followPassword(newPassword.form);

const wait = document.querySelector<HTMLElement>('[data-wait]');
if (wait) countDown(wait);

const passkeys = document.querySelector<HTMLFormElement>('form[data-passkeys]');
if (passkeys) void offerPasskeys(passkeys);
