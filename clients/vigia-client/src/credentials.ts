/** Tokens of a login: an access token for ten minutes, and a refresh token for a day. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Tokens of one login, or a personal access token. An access token that was rejected is replaced before its next use. */
export class Credentials {
  #tokens: TokenPair | undefined;
  #rejected: string | undefined;
  #renewal: Promise<void> | undefined;

  /**
   * @param fixed a personal access token, used until there are tokens of a login.
   * @param refresh returns a new access token.
   */
  constructor(
    private readonly fixed: string | undefined,
    private readonly refresh: (refreshToken: string) => Promise<string>,
  ) {}

  get tokens(): TokenPair | undefined {
    return this.#tokens;
  }

  set tokens(tokens: TokenPair | undefined) {
    this.#tokens = tokens;
    this.#rejected = undefined;
  }

  /** Whether a rejected token can be replaced. */
  get isRenewable(): boolean {
    return this.#tokens !== undefined;
  }

  /** Returns the token to send; concurrent calls share one refresh. @throws whatever the refresh throws. */
  async token(): Promise<string | undefined> {
    if (this.#tokens && this.#tokens.access === this.#rejected) {
      this.#renewal ??= this.#renew(this.#tokens).finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
    }
    return this.#tokens?.access ?? this.fixed;
  }

  /** Reports that the service did not accept a token. One that was replaced meanwhile has no effect. */
  reject(token: string | undefined): void {
    this.#rejected = token;
  }

  async #renew(former: TokenPair): Promise<void> {
    const access = await this.refresh(former.refresh);
    // Tokens of a login during the refresh are newer.
    if (this.#tokens === former) this.tokens = { ...former, access };
  }
}
