import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';

/** Challenges end after five minutes. */
const RENEWAL_MS = 4 * 60_000;

/**
 * Offers the login with a passkey: by the button of the form, and among what the browser fills into the field of the user
 * name. Passkeys work at one origin alone (`data-passkeys`); at any other the form is hidden, as in a browser without them.
 */
export async function offerPasskeys(form: HTMLFormElement): Promise<void> {
  form.hidden = !('PublicKeyCredential' in window) || form.dataset.passkeys !== location.origin;
  if (form.hidden) return;
  const button = form.querySelector('button');
  const failure = form.querySelector<HTMLElement>('[role=alert]');
  const field = form.querySelector<HTMLInputElement>('[name=response]');
  if (!button || !failure || !field) return;
  const send = (response: object) => {
    field.value = JSON.stringify(response);
    form.submit();
  };

  let waits = false;
  button.addEventListener('click', async () => {
    if (waits) return;
    waits = true;
    failure.hidden = true;
    await ask(form, false).then(send, () => {
      failure.hidden = false;
      waits = false;
    });
  });
  // What is asked of one account is in the page, and no browser fills it in.
  if (form.dataset.options || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  // The browser answers when its user has chosen a passkey in the field; a new question takes the place of the last one.
  const fill = () => void (waits || ask(form, true).then(send, () => {}));
  fill();
  setInterval(fill, RENEWAL_MS);
}

/** Has the browser ask its passkeys. @returns the answer of one. @throws when its user wants none. */
async function ask({ action, dataset }: HTMLFormElement, useBrowserAutofill: boolean): Promise<object> {
  const optionsJSON = dataset.options ? JSON.parse(dataset.options) : await fetchOptions(action);
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}

async function fetchOptions(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
