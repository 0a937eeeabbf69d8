/** An error as GraphQL responses have it. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Details {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly ResponseError[];
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** Everything that can go wrong with a call, with the fields that a program decides by. */
export class VigiaError extends Error {
  override readonly name = 'VigiaError';

  /**
   * `extensions.code` of the first error, such as `UNAUTHENTICATED`; `UNREACHABLE` without a response, and
   * `UNEXPECTED_RESPONSE` for one that is not GraphQL's.
   */
  readonly code: string;

  /** HTTP status; 0 without a response, and for operations over WebSocket, which have none. */
  readonly status: number;

  /** Seconds to wait before the same call may succeed, if the service says so. */
  readonly retryAfterSeconds: number | undefined;

  /** All errors of the response. */
  readonly errors: readonly ResponseError[];

  /** Fields that have data in spite of the error. */
  readonly data: unknown;

  constructor(message: string, { code, status, retryAfterSeconds, errors = [], data, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.errors = errors;
    this.data = data;
  }

  /** Messages by the name of the input's field, for `BAD_USER_INPUT`. */
  get fields(): Readonly<Record<string, readonly string[]>> {
    return (this.errors[0]?.extensions?.fields ?? {}) as Record<string, string[]>;
  }

  /** Whether the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Creates the error of a response, from its list of errors. */
export function responseError(errors: readonly ResponseError[], status: number, data?: unknown): VigiaError {
  const [first] = errors;
  const { code, retryAfter } = first?.extensions ?? {};
  return new VigiaError(first?.message ?? 'The response is an empty list of errors', {
    code: typeof code === 'string' ? code : 'UNEXPECTED_RESPONSE',
    status,
    retryAfterSeconds: typeof retryAfter === 'number' ? retryAfter : undefined,
    errors,
    data,
  });
}
