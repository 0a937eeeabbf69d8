import { CREDENTIAL_ID_MAX_LENGTH } from './passkey.entity.js';

/** Maximum length of a browser response; typical ones have about 1,000 characters. */
export const RESPONSE_MAX_LENGTH = 16_384;

/** Maximum length of a part. Most of a longer attestation would be certificates, which are not requested. */
const PART_MAX_LENGTH = 12_000;

const BASE64URL = /^[\w-]+$/;

/** Browser response for a new passkey, in the format of `toJSON()`. */
export interface AttestationJson {
  readonly id: string;
  /** Challenge signed by the authenticator. */
  readonly challenge: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** A passkey's response to a challenge. */
export interface AssertionJson {
  readonly id: string;
  readonly challenge: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | undefined;
}

/** Maximum number of transports, of which there are six. With commas they must fit into a column of 100 characters. */
const TRANSPORTS_MAX = 7;

/** Parses the browser's response for a new passkey; undefined if malformed. */
export function readAttestation(text: string): AttestationJson | undefined {
  const read = readResponse(text, ['attestationObject']);
  if (!read) return undefined;
  const { transports } = read.response;
  const known = Array.isArray(transports) ? transports.filter(isTransport) : [];
  return {
    ...read.common,
    attestationObject: read.parts.attestationObject,
    transports: known.slice(0, TRANSPORTS_MAX),
  };
}

/** Parses a passkey's response to a challenge; undefined if malformed. */
export function readAssertion(text: string): AssertionJson | undefined {
  const read = readResponse(text, ['authenticatorData', 'signature']);
  if (!read) return undefined;
  const { userHandle = null } = read.response;
  if (userHandle !== null && !isBase64url(userHandle)) return undefined;
  const { authenticatorData, signature } = read.parts;
  return { ...read.common, authenticatorData, signature, userHandle: userHandle ?? undefined };
}

function readResponse<Part extends string>(text: string, names: readonly Part[]) {
  const sent = text.length > RESPONSE_MAX_LENGTH ? undefined : objectOf(text);
  const response = sent?.response;
  if (!sent || !isObject(response)) return undefined;
  const { id } = sent;
  const { clientDataJSON } = response;
  if (!isBase64url(id) || id.length > CREDENTIAL_ID_MAX_LENGTH || !isBase64url(clientDataJSON)) return undefined;
  const parts = Object.fromEntries(names.map((name) => [name, response[name]]));
  if (!Object.values(parts).every(isBase64url)) return undefined;
  const challenge = objectOf(Buffer.from(clientDataJSON, 'base64url').toString())?.challenge;
  if (typeof challenge !== 'string') return undefined;
  return { response, common: { id, challenge, clientDataJSON }, parts: parts as Record<Part, string> };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && value.length <= PART_MAX_LENGTH && BASE64URL.test(value);
}

function isTransport(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z-]{1,12}$/.test(value);
}
