import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';

/** Renewal interval; challenges expire after five minutes. */
const RENEWAL_MS = 4 * 60_000;

/**
 * Offers login with a passkey, both through the form's button and in the username field's autofill. Passkeys work only
 * at one origin (`data-passkeys`); elsewhere, and in browsers without support, the form is hidden.
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
  // The page comes with it disabled, so that no press is lost before this script runs.
  button.disabled = false;
  if (button.autofocus && document.activeElement === document.body) button.focus();
  // Options for a specific account come with the page, but browsers don't autofill those.
  if (form.dataset.options || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  // Resolves when the user picks a passkey in the field; a new request replaces the previous one.
  const fill = () => void (waits || ask(form, true).then(send, () => {}));
  fill();
  setInterval(fill, RENEWAL_MS);
}

/** Has the browser ask for a passkey. @returns the passkey's response. @throws if the user cancels. */
async function ask({ action, dataset }: HTMLFormElement, useBrowserAutofill: boolean): Promise<object> {
  const optionsJSON = dataset.options ? JSON.parse(dataset.options) : await fetchOptions(action);
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}

async function fetchOptions(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
