/** Owner of a token: one host, or as many as a collector's resources tell apart. */
export type OtlpSender =
  | { readonly kind: 'host'; readonly number: number; readonly credential: string }
  | { readonly kind: 'collector'; readonly id: string };
