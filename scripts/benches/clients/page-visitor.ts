/** A browser stand-in that uses the service's pages on this machine, reduced to what a bench needs. */
export class PageVisitor {
  readonly #cookies = new Map<string, string>();
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Returns the same visitor, with the same cookies, at a service on another port. */
  movedTo(port: number): PageVisitor {
    const moved = new PageVisitor(port);
    for (const [name, value] of this.#cookies) moved.#cookies.set(name, value);
    return moved;
  }

  /** @returns the status, which is 302 if the account was created. */
  register(username: string, password: string): Promise<number> {
    const email = `${username}@example.com`;
    const fields = { first_name: 'Bench', username, email, password1: password, password2: password };
    return this.#submit('/accounts/registrar/', fields);
  }

  /** @throws if the login fails. */
  async logIn(username: string, password: string): Promise<void> {
    const status = await this.#submit('/accounts/login/', { username, password });
    if (status !== 302) throw new Error(`The login answered ${status}`);
  }

  /** @returns the status, which is 302 if the session has ended. */
  logOut(): Promise<number> {
    // Ignores the response's cookies, so that the old one can be tried again later.
    return this.#post(
      '/accounts/logout/',
      { csrfmiddlewaretoken: this.#cookies.get('csrftoken') ?? '' },
      { keep: false },
    );
  }

  /** @returns whether all other sessions of the user were ended. */
  async endOtherSessions(): Promise<boolean> {
    const response = await this.#fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrftoken': this.#cookies.get('csrftoken') ?? '' },
      body: JSON.stringify({ query: 'mutation { endOtherSessions }' }),
    });
    const { data } = (await response.json()) as { data?: { endOtherSessions?: boolean } };
    return data?.endOtherSessions === true;
  }

  /** Requests tokens. @returns the status, which is 429 if the name is locked. */
  async askToken(username: string, password: string): Promise<number> {
    return this.#post('/accounts/api/v1/token/', { username, password });
  }

  async isSignedIn(): Promise<boolean> {
    const response = await this.#fetch('/conta/');
    await response.arrayBuffer();
    return response.status === 200;
  }

  async #submit(path: string, fields: Record<string, string>): Promise<number> {
    const page = await (await this.#fetch(path)).text();
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? '';
    return this.#post(path, { ...fields, csrfmiddlewaretoken: token });
  }

  async #post(path: string, fields: Record<string, string>, { keep = true } = {}): Promise<number> {
    const response = await this.#fetch(path, { method: 'POST', body: new URLSearchParams(fields) }, keep);
    await response.arrayBuffer();
    return response.status;
  }

  async #fetch(path: string, init: RequestInit = {}, keep = true): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, cookie };
    const response = await fetch(`http://localhost:${this.#port}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of keep ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
