/** Statuses of refused requests, each with the code of gRPC that OTLP wants beside it. */
const GRPC_CODES = { 400: 3, 401: 16, 403: 7, 413: 3, 415: 3, 429: 8, 500: 13, 503: 14 } as const;

export type OtlpStatus = keyof typeof GRPC_CODES;

/** A request that is refused. Its text is for the log of the sender, in English as OTLP's statuses are. */
export class OtlpFailure extends Error {
  constructor(
    readonly status: OtlpStatus,
    message: string,
    /** Senders repeat requests with these statuses alone: 429 and 503. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  get grpcCode(): number {
    return GRPC_CODES[this.status];
  }
}
