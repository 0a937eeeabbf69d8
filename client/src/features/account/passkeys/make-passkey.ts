import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** What became of it: what the browser gave, as JSON, or why there is nothing. */
export type MadePasskey = { readonly response: string } | { readonly problem: 'cancelled' | 'alreadyHere' };

/**
 * Has the browser make a passkey: it asks its user where, and who they are.
 *
 * @param options what the server wants: `PublicKeyCredentialCreationOptionsJSON`.
 */
export async function makePasskey(options: string): Promise<MadePasskey> {
  try {
    return { response: JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) })) };
  } catch (error) {
    const isHere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return { problem: isHere ? 'alreadyHere' : 'cancelled' };
  }
}
