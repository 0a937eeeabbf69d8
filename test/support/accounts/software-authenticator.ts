import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Ways in which a test may deviate from an honest browser and authenticator. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  readonly type?: string;
  /** Attestation statement; none by default. */
  readonly statement?: { readonly fmt: string; readonly attStmt: Map<string, CborValue> };
}

type CborValue = number | string | Buffer | readonly CborValue[] | Map<number | string, CborValue>;

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

/** COSE numbers of ES256 with P-256. */
const COSE = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, EC2: 2, ES256: -7, P256: 1 };

/** An authenticator with one discoverable passkey, and its browser, implemented with node:crypto. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  #key: KeyObject | undefined;
  #userHandle = '';
  counter = 0;

  constructor(private readonly origin: string) {}

  /** Creates the passkey. @returns the browser's response as JSON. */
  create(optionsJson: string, deviations: Deviations = {}): string {
    const options: Options = JSON.parse(optionsJson);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#userHandle = options.user?.id ?? '';
    const { fmt, attStmt } = deviations.statement ?? { fmt: 'none', attStmt: new Map<string, CborValue>() };
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp?.id ?? '', FLAGS.attestedCredential, deviations),
      Buffer.alloc(16),
      uint16(Buffer.from(this.id, 'base64url').length),
      Buffer.from(this.id, 'base64url'),
      cbor(coseKey(publicKey)),
    ]);
    const attestation = new Map<string, CborValue>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, deviations).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. @returns the browser's response as JSON. */
  get(optionsJson: string, deviations: Deviations = {}): string {
    const options: Options = JSON.parse(optionsJson);
    if (!this.#key) throw new Error('It has no passkey yet');
    const clientData = this.#clientData('webauthn.get', options, deviations);
    const authData = this.#authenticatorData(options.rpId ?? '', 0, deviations);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #credential(response: object): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, { challenge }: Options, deviations: Deviations): Buffer {
    const { origin } = this;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(deviations) }));
  }

  #authenticatorData(rpId: string, flags: number, { isUserVerified = true, ...deviations }: Deviations): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviations.counter ?? this.counter);
    const all = flags | FLAGS.userPresent | (isUserVerified ? FLAGS.userVerified : 0);
    return Buffer.concat([sha256(deviations.rpId ?? rpId), Buffer.from([all]), counter]);
  }
}

function pick({ origin, challenge, type }: Deviations) {
  return { ...(origin && { origin }), ...(challenge && { challenge }), ...(type && { type }) };
}

function coseKey(publicKey: KeyObject): Map<number, CborValue> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return new Map<number, CborValue>([
    [COSE.kty, COSE.EC2],
    [COSE.alg, COSE.ES256],
    [COSE.crv, COSE.P256],
    [COSE.x, Buffer.from(x, 'base64url')],
    [COSE.y, Buffer.from(y, 'base64url')],
  ]);
}

/** Encodes the subset of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
