import { HIGHEST } from './limits.js';
import { INTERVAL_MAX_MS, INTERVAL_MIN_MS, MINUTE_MS, ProtocolError } from './protocol.js';

/** All messages that a hub may send. An agent does nothing else on its behalf (promise 48). */
export type HubMessage =
  | { readonly interval: number }
  | { readonly committed: number }
  | { readonly askProcesses: number }
  | { readonly askFamilies: number };

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly multipleOf?: number;
}

/** Each message is one whole number, by its name. Checked by hand, so that agents need no library for it. */
const bounds: ReadonlyMap<string, Bounds> = new Map([
  ['interval', { least: INTERVAL_MIN_MS, most: INTERVAL_MAX_MS }],
  ['committed', { least: 0, most: HIGHEST.timeMs, multipleOf: MINUTE_MS }],
  ['askProcesses', { least: 0, most: Number.MAX_SAFE_INTEGER }],
  ['askFamilies', { least: 0, most: Number.MAX_SAFE_INTEGER }],
]);

/** Parses a hub's message; undefined if its kind is unknown here. @throws {ProtocolError} */
export function readHubMessage(text: string): HubMessage | undefined {
  const message = parsed(text);
  if (typeof message !== 'object' || message === null) return undefined;
  const name = [...bounds.keys()].find((known) => Object.hasOwn(message, known));
  if (name === undefined) return undefined;
  if (Object.keys(message).length > 1) throw new ProtocolError('message: has members that are not known');
  check(name, (message as Readonly<Record<string, unknown>>)[name]);
  return message as HubMessage;
}

function check(name: string, value: unknown): void {
  const { least = 0, most = 0, multipleOf = 1 } = bounds.get(name) ?? {};
  if (!Number.isSafeInteger(value)) throw new ProtocolError(`${name}: must be of type int`);
  if (Number(value) < least) throw new ProtocolError(`${name}: at least ${least}`);
  if (Number(value) > most) throw new ProtocolError(`${name}: at most ${most}`);
  if (Number(value) % multipleOf !== 0) throw new ProtocolError(`${name}: a multiple of ${multipleOf}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('message: not JSON');
  }
}
