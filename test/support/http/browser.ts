import { requireDocumented } from './documented-answers.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parses the body as JSON. @throws if the body is not JSON. */
  json<T>(): T;
}

/**
 * A Brazilian visitor with a cookie jar, and as much of a browser as tests need: it doesn't follow redirects or run
 * scripts.
 */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly baseUrl: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('GET', path, { headers });
  }

  /** Opens a page with a form and submits the form with the page's token. */
  async submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(path, { ...fields, csrfmiddlewaretoken: await this.csrfToken(path) }, headers);
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('POST', path, { body: new URLSearchParams(fields), headers });
  }

  /** Returns the token from a page's form. */
  async csrfToken(path: string): Promise<string> {
    const { text } = await this.get(path);
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1];
    if (!token) throw new Error(`${path} has no form`);
    return token;
  }

  /** Sends a GraphQL operation with cookies and the CSRF header, as the service's client does. */
  graphql(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('POST', '/graphql', {
      body: JSON.stringify({ query, variables }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-csrftoken': this.cookies.get('csrftoken') ?? '',
        ...headers,
      },
    });
  }

  async request(
    method: string,
    path: string,
    init: { body?: string | URLSearchParams; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      redirect: 'manual',
      body: init.body ?? null,
      headers: {
        accept: 'text/html',
        'accept-language': 'pt-BR',
        ...this.headers,
        ...(cookie && { cookie }),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    requireDocumented({ method, path: new URL(path, this.baseUrl).pathname, status: response.status, text });
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=thu, 01 jan 1970|max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value));
  }
}
