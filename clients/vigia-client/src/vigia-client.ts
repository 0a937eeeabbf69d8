import { Credentials, type TokenPair } from './credentials.js';
import { type Document, documentText, type VariablesOf } from './document.js';
import { HttpSender, type Operation } from './http-sender.js';
import { LiveSocket } from './live-socket.js';
import { VigiaError } from './vigia-error.js';

export interface VigiaClientOptions {
  /** A personal access token (`vigia_pat_…`), in place of {@link VigiaClient.login}. */
  readonly token?: string;
  /** Language of messages: `en`, `es`, `pt`. English by default; in a browser, the browser's. */
  readonly language?: string;
  /** Implementation to use in place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Implementation to use in place of the global `WebSocket`, which Node.js has from 22 on. */
  readonly webSocket?: unknown;
}

const LOGIN =
  'mutation ($username: String!, $password: String!, $otp: String) { login(username: $username, password: $password, otp: $otp) { access refresh } }';
const REFRESH = 'mutation ($refresh: String!) { refreshToken(refresh: $refresh) { access } }';

/**
 * Calls a Vigia service over GraphQL, in Node.js and in browsers. Access tokens are refreshed when the service no longer
 * accepts them, once for all calls that wait for it. Every failure is a {@link VigiaError}.
 */
export class VigiaClient {
  readonly #sender: HttpSender;
  readonly #socket: LiveSocket;
  readonly #credentials: Credentials;

  /** @param url address of the service, such as `https://vigia.example.com`. */
  constructor(url: string | URL, options: VigiaClientOptions = {}) {
    const { token, language, webSocket } = options;
    const address = new URL('/graphql', url);
    const socketAddress = new URL(address);
    socketAddress.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#sender = new HttpSender(address, { fetch: options.fetch ?? fetch.bind(globalThis), language });
    this.#credentials = new Credentials(token, (refresh) => this.#refresh(refresh));
    this.#socket = new LiveSocket({ address: socketAddress, credentials: this.#credentials, webSocket });
  }

  /**
   * Signs in.
   *
   * @param otp code of the second factor, for accounts that have one.
   * @throws {VigiaError} `UNAUTHENTICATED` for a wrong password; `OTP_REQUIRED` if a code is missing; `LOCKED_OUT` after
   * five failures, with `retryAfterSeconds`.
   */
  async login(username: string, password: string, otp?: string): Promise<void> {
    const operation = { query: LOGIN, variables: { username, password, otp } };
    const { login } = await this.#sender.send<{ login: TokenPair }>(operation);
    this.#credentials.tokens = login;
  }

  /** Tokens of the login, to be kept for the next start of a program; setting them takes the place of `login`. */
  get tokens(): TokenPair | undefined {
    return this.#credentials.tokens;
  }

  set tokens(tokens: TokenPair | undefined) {
    this.#credentials.tokens = tokens;
  }

  /**
   * Runs a query or a mutation and returns its data.
   *
   * @throws {VigiaError} also if only some fields have failed: the others are its `data`.
   */
  request<Result = Record<string, unknown>, Variables = Record<string, unknown>>(
    document: Document<Result, Variables>,
    ...[variables]: VariablesOf<Variables>
  ): Promise<Result> {
    return this.#send({ query: documentText(document), variables });
  }

  /**
   * Subscribes, and yields the data of each event until the loop is left. After an interruption of the connection it
   * goes on by itself; events in between are missing.
   *
   * @throws {VigiaError} if the operation is refused, or the login has ended.
   */
  subscribe<Result = Record<string, unknown>, Variables = Record<string, unknown>>(
    document: Document<Result, Variables>,
    ...[variables]: VariablesOf<Variables>
  ): AsyncGenerator<Result, void, undefined> {
    return this.#socket.events({
      query: documentText(document),
      variables: variables as Record<string, unknown> | undefined,
    });
  }

  /** Ends all subscriptions, so that a program can end. */
  close(): Promise<void> {
    return this.#socket.close();
  }

  async #send<Result>(operation: Operation): Promise<Result> {
    const token = await this.#credentials.token();
    try {
      return await this.#sender.send(operation, token);
    } catch (error) {
      if (!(this.#credentials.isRenewable && isUnauthenticated(error))) throw error;
      this.#credentials.reject(token);
      return this.#sender.send(operation, await this.#credentials.token());
    }
  }

  async #refresh(refresh: string): Promise<string> {
    const operation = { query: REFRESH, variables: { refresh } };
    const { refreshToken } = await this.#sender.send<{ refreshToken: { access: string } }>(operation);
    return refreshToken.access;
  }
}

/** Whether nothing was done because nobody is signed in, so that the operation can be repeated. */
function isUnauthenticated(error: unknown): boolean {
  return error instanceof VigiaError && error.status === 401 && error.code === 'UNAUTHENTICATED';
}
