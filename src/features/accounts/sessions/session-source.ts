/** Origin of a session that began with a login at an OpenID Connect provider. */
export interface SessionSource {
  readonly identityId: number;
  /** The provider's session (`sid`); null if it names none. */
  readonly providerSession: string | null;
  /** ID token, encrypted; null if it is too long to keep. */
  readonly sealedIdToken: string | null;
  readonly hasProviderFactor: boolean;
  /**
   * Time of the last authentication at the provider, in milliseconds, since it may have been long before the login; 0 if
   * unknown.
   */
  readonly authenticatedAtMs: number;
}
