import { type ResponseError, responseError, VigiaError } from './vigia-error.js';

export interface Operation {
  readonly query: string;
  readonly variables: unknown;
}

interface ResponseBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly ResponseError[];
}

/** Sends operations by POST. */
export class HttpSender {
  constructor(
    private readonly address: URL,
    private readonly options: { readonly fetch: typeof fetch; readonly language: string | undefined },
  ) {}

  /** Returns the data of the response. @throws {VigiaError} */
  async send<Result>(operation: Operation, token?: string): Promise<Result> {
    const response = await this.#fetch(operation, token);
    const { data, errors } = await readBody(response);
    if (errors) throw responseError(errors, response.status, data);
    if (!data) throw unexpected(response);
    return data as Result;
  }

  async #fetch(operation: Operation, token: string | undefined): Promise<Response> {
    const { fetch, language } = this.options;
    try {
      return await fetch(this.address, {
        method: 'POST',
        body: JSON.stringify(operation),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(language && { 'accept-language': language }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
    } catch (cause) {
      throw new VigiaError(`${this.address.host} cannot be reached`, { code: 'UNREACHABLE', status: 0, cause });
    }
  }
}

async function readBody(response: Response): Promise<ResponseBody> {
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // As any other body that is not an object.
  }
  throw unexpected(response);
}

/** Describes a response that is not GraphQL's, such as a proxy's page. */
function unexpected({ status, headers }: Response): VigiaError {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new VigiaError(`The response is not GraphQL's (status ${status})`, {
    code: 'UNEXPECTED_RESPONSE',
    status,
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}
