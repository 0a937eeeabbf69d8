import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** The browser's response as JSON, or why it is missing. */
export type MadePasskey = { readonly response: string } | { readonly problem: 'cancelled' | 'alreadyHere' };

/**
 * Has the browser create a passkey; the browser asks the user where to store it and verifies their identity.
 *
 * @param options the server's `PublicKeyCredentialCreationOptionsJSON`.
 */
export async function makePasskey(options: string): Promise<MadePasskey> {
  try {
    return { response: JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) })) };
  } catch (error) {
    const isHere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return { problem: isHere ? 'alreadyHere' : 'cancelled' };
  }
}
