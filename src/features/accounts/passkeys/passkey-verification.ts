import type { Passkey } from './passkey.entity.js';
import type { AssertionJson, AttestationJson } from './passkey-response.js';
import type { RelyingParty } from './relying-party.js';

/** COSE numbers of Ed25519, ECDSA with P-256 and RSA with SHA-256; every authenticator supports one of them. */
export const ALGORITHMS = [-8, -7, -257];

/**
 * Maximum size of a public key. A 4,096-bit RSA key takes about 530 bytes; a longer key would slow down every login.
 */
const PUBLIC_KEY_MAX_BYTES = 600;

/** A passkey as described by its authenticator. */
export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>;

export interface VerifiedAssertion {
  readonly counter: number;
  readonly isBackedUp: boolean;
  /** Whether the authenticator has verified its user, by PIN, fingerprint or face. */
  readonly isUserVerified: boolean;
}

/**
 * Verifies the browser's response for a new passkey. Like the other functions here, it loads the library lazily to save
 * memory.
 *
 * @returns undefined if the response is for another challenge or site, or for a passkey that could not be verified
 * later.
 */
export async function verifyAttestation(
  { id, challenge, clientDataJSON, attestationObject }: AttestationJson,
  party: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response: {
      ...buildCredential(id),
      response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
  if (credential.id !== id || credential.publicKey.length > PUBLIC_KEY_MAX_BYTES) return undefined;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return { credentialId: id, publicKey, counter: credential.counter, isBackedUp };
}

/**
 * Verifies a passkey's response to a challenge. The caller checks the counter.
 *
 * @returns undefined unless the response is from this passkey, for this challenge and this site.
 */
export async function verifyAssertion(
  { id, challenge, ...response }: AssertionJson,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
  party: RelyingParty,
): Promise<VerifiedAssertion | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = response;
  const answer = await verifyAuthenticationResponse({
    response: { ...buildCredential(id), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    // With zero, the library's own comparison of counters is disabled.
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
  }).catch(() => undefined);
  if (!answer?.verified) return undefined;
  const {
    newCounter: counter,
    credentialBackedUp: isBackedUp,
    userVerified: isUserVerified,
  } = answer.authenticationInfo;
  return { counter, isBackedUp, isUserVerified };
}

function buildCredential(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

/**
 * Returns the attestation without its statement about the authenticator's manufacturer. None is requested, but some
 * browsers send one anyway, and the library would fetch the URLs in its certificates to verify them (promise 47).
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  try {
    const authData = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData');
    const bare = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return Buffer.from(isoCBOR.encode(bare as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
  } catch {
    return '';
  }
}
