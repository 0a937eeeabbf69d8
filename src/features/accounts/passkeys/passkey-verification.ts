import type { Passkey } from './passkey.entity.js';
import type { AssertionJson, AttestationJson } from './passkey-response.js';
import type { RelyingParty } from './relying-party.js';

/** Ed25519, ECDSA with P-256, RSA with SHA-256, by their numbers in COSE: what every authenticator has one of. */
export const ALGORITHMS = [-8, -7, -257];

/** A public key of RSA with 4,096 bits takes some 530 bytes; with a longer one each login would take longer. */
const PUBLIC_KEY_MAX_BYTES = 600;

/** A passkey as its authenticator described it. */
export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>;

/** What is known once the answer of a passkey is found to be its own. */
export interface VerifiedAssertion {
  readonly counter: number;
  readonly isBackedUp: boolean;
  /** Whether the authenticator has verified who uses it: by a PIN, a finger, a face. */
  readonly isUserVerified: boolean;
}

/**
 * Verifies what a browser says of a new passkey. Loads the library, which takes memory, only now; so do the others.
 *
 * @returns undefined when it is not for this challenge, for this site, or for nothing that could be verified later.
 */
export async function verifyAttestation(
  { id, challenge, clientDataJSON, attestationObject }: AttestationJson,
  party: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response: {
      ...credentialOf(id),
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
 * Verifies the answer of a passkey to a challenge. Whether the counter has gone on, the caller finds.
 *
 * @returns undefined when it is not that of this passkey, to this challenge and at this site.
 */
export async function verifyAssertion(
  { id, challenge, ...response }: AssertionJson,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
  party: RelyingParty,
): Promise<VerifiedAssertion | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = response;
  const answer = await verifyAuthenticationResponse({
    response: { ...credentialOf(id), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    // With zero the library compares no counters.
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

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

/**
 * The same attestation without its statement of who made the authenticator. None is asked for, some browsers send one all
 * the same, and to verify its certificates the library would fetch addresses that stand in them (promise 47).
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
