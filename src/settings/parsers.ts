import { isIP } from 'node:net';

/** Parses the value of a variable, or throws an `Error` whose message completes "NAME …". */
export type Parser<T> = (value: string) => T;

/** Accepts any text. */
export const text: Parser<string> = (value) => value;

/** Accepts a whole number in decimal digits within inclusive bounds. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

/** Accepts `true` or `false`, in any case. */
export const trueOrFalse: Parser<boolean> = (value) => {
  const word = value.toLowerCase();
  if (word !== 'true' && word !== 'false') throw new Error('must be true or false');
  return word === 'true';
};

export function oneOf<const T extends string>(words: readonly T[]): Parser<T> {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    if (!word) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
}

/** Accepts a short text for display: one line of at most 200 characters. */
export const shownText: Parser<string> = (value) => {
  if ([...value].length > SHOWN_TEXT_MAX_LENGTH || !value.isWellFormed() || /\p{Cc}/u.test(value)) {
    throw new Error(`must be one line of at most ${SHOWN_TEXT_MAX_LENGTH} characters`);
  }
  return value;
};

const SHOWN_TEXT_MAX_LENGTH = 200;

/** Splits words at commas, trims them and converts them to lower case. */
const commaList: Parser<readonly string[]> = (value) =>
  value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');

/** Accepts host names separated by commas: no scheme, no port. */
export const hostList: Parser<readonly string[]> = (value) =>
  commaList(value).map((name) => {
    if (!/^[\w-]+(\.[\w-]+)*$/.test(name)) throw new Error('must be host names such as vigia.lan, separated by commas');
    return name;
  });

/** Accepts IP addresses and CIDRs separated by commas. */
export const networkList: Parser<readonly string[]> = (value) =>
  commaList(value).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const fits = bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most;
    if (!fits || rest.length > 0) throw new Error('must be addresses or CIDRs such as 10.0.0.0/8, separated by commas');
    return entry;
  });

/** Accepts an origin: `http` or `https`, a host, and optionally a port; nothing after it except a slash. */
export const origin: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!url || !bare || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an origin such as https://vigia.example, with no path');
  }
  return url.origin;
};

/** Accepts the origin of a service that speaks TLS itself. */
export const httpsOrigin: Parser<string> = (value) => {
  const accepted = origin(value);
  if (!accepted.startsWith('https:')) throw new Error('must begin with https://, since TLS is on');
  return accepted;
};

export const originList: Parser<readonly string[]> = (value) => commaList(value).map(origin);

/**
 * Accepts the base URL of an API: `http` or `https`, a host, and optionally a port and a path. Returns it without the
 * trailing slash.
 */
export const baseUrl: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || url.search || url.hash || url.username || url.password || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an address such as https://gateway.example/gemini');
  }
  return url.href.replace(/\/+$/, '');
};

/** Accepts a value that is copied into a header. Error messages never repeat it, since it may be a secret. */
export const oneWord: Parser<string> = (value) => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new Error('must be one word, exactly as issued');
  return value;
};

/** Accepts a secret that may have spaces, such as a password. Error messages never repeat it. */
export const oneLine: Parser<string> = (value) => {
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw new Error('must be one line, exactly as issued');
  return value;
};
