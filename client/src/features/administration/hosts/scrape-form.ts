import type { AdministeredHost, ScrapeInput } from './hosts.operations';

export type Login = 'none' | 'basic' | 'bearer';

/** The fields of an address to be read, as typed. */
export interface ScrapeForm {
  readonly url: string;
  readonly intervalSeconds: string;
  readonly login: Login;
  readonly username: string;
  readonly password: string;
  readonly bearerToken: string;
  readonly caCertificate: string;
}

export const EMPTY_SCRAPE: ScrapeForm = {
  url: '',
  intervalSeconds: '15',
  login: 'none',
  username: '',
  password: '',
  bearerToken: '',
  caCertificate: '',
};

/** Returns the form of an address that is read already; its secrets are never sent to the page. */
export function scrapeFormOf({ scrape }: Pick<AdministeredHost, 'scrape'>): ScrapeForm {
  if (!scrape) return EMPTY_SCRAPE;
  const { url, intervalSeconds, username, hasBearerToken } = scrape;
  return {
    ...EMPTY_SCRAPE,
    url,
    intervalSeconds: String(intervalSeconds),
    login: hasBearerToken ? 'bearer' : username === null ? 'none' : 'basic',
    username: username ?? '',
  };
}

/** Returns what the server takes. `present` is the form as the host was, if there is one. */
export function scrapeInputOf({ url, intervalSeconds, ...form }: ScrapeForm, present?: ScrapeForm): ScrapeInput {
  return { url: url.trim(), intervalSeconds: Number(intervalSeconds) || null, ...credentialsOf(form, present) };
}

type Credentials = Omit<ScrapeForm, 'url' | 'intervalSeconds'>;

/** Whether a secret that is left empty stays as it was: with another user name, it would be another's. */
export function keepsSecret(form: Credentials, present: Credentials = EMPTY_SCRAPE): boolean {
  return form.login === present.login && (form.login !== 'basic' || form.username === present.username);
}

/** Returns the credentials to send. Null removes one, and one that is missing stays as it was. */
export function credentialsOf(form: Credentials, present?: Credentials) {
  const { login, username, password, bearerToken, caCertificate } = form;
  const isKept = keepsSecret(form, present);
  return {
    ...(login === 'basic'
      ? !(isKept && password === '') && { basicAuth: { username, password } }
      : { basicAuth: null }),
    ...(login === 'bearer'
      ? !(isKept && bearerToken === '') && { bearerToken: bearerToken.trim() }
      : { bearerToken: null }),
    ...(caCertificate.trim() !== '' && { caCertificate: caCertificate.trim() }),
  };
}
