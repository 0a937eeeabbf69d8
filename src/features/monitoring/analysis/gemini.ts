import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { EnhancedGenerateContentResponse, GenerativeModel } from '@google/generative-ai';
import { guardOfSetting } from '../../../platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import { type OutgoingAnswer, sendRequest } from '../../../platform/outgoing/send-request.js';
import { codeOf } from '../../../shared/errors/code-of.js';
import { systemClock } from '../../../shared/time/clock.js';
import { AnalysisFailure, type AnalysisProvider } from './analysis-provider.js';

interface GeminiDeps {
  readonly apiKey: string;
  readonly model: string;
  /** Scheme, host and an optional path, without a trailing slash. */
  readonly baseUrl: string;
}

type Library = typeof import('@google/generative-ai');

const { FinishReason, GoogleGenerativeAI, GoogleGenerativeAIFetchError, GoogleGenerativeAIResponseError } =
  libraryWithFetch(boundedFetch);

/** Maximum size of an answer: about twenty times that of a useful one. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** The longest timeout the settings allow. The signal of the analysis ends a call earlier. */
const TIMEOUT_MS = 30_000;

/** Maximum length of the model's output, including its thinking. The prompt asks for far less. */
const OUTPUT_MAX_TOKENS = 4096;

/**
 * Google's Gemini, or a service with the same protocol (contract 4). This is the only file that uses the provider's
 * library.
 */
export class Gemini implements AnalysisProvider {
  readonly host: string;
  readonly model: string;
  readonly #model: GenerativeModel;

  constructor({ apiKey, model, baseUrl }: GeminiDeps) {
    this.host = new URL(baseUrl).host;
    this.model = model;
    this.#model = new GoogleGenerativeAI(apiKey).getGenerativeModel(
      { model, generationConfig: { maxOutputTokens: OUTPUT_MAX_TOKENS } },
      { baseUrl },
    );
  }

  async write(prompt: string, signal: AbortSignal): Promise<string> {
    try {
      // The library only listens for an abort from this point on.
      signal.throwIfAborted();
      const { response } = await this.#model.generateContent(prompt, { signal });
      return textOf(response);
    } catch (error) {
      throw new AnalysisFailure(describeReason(error));
    }
  }
}

/**
 * Loads the library with a custom `fetch`. The library has no option for that and calls the global by name, so its file
 * is compiled as a function with a parameter of that name (decision 012).
 */
function libraryWithFetch(ownFetch: typeof fetch): Library {
  const filename = createRequire(import.meta.url).resolve('@google/generative-ai');
  const library = {} as Library;
  compileFunction(readFileSync(filename, 'utf8'), ['exports', 'fetch'], { filename })(library, ownFetch);
  return library;
}

/** Like `fetch`, but sends through {@link sendRequest}, so it is bounded and never sends the key to another host. */
async function boundedFetch(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  // The library derives this URL from the configured one.
  const url = new URL(String(address));
  try {
    const answer = await sendRequest(
      {
        url,
        method: 'POST',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body),
        signal: init?.signal ?? undefined,
        timeoutMs: TIMEOUT_MS,
        answerMaxBytes: ANSWER_MAX_BYTES,
      },
      { guard: guardOfSetting(url.href), clock: systemClock },
    );
    return new Response(streamBody(answer), { status: answer.status });
  } catch (error) {
    // The library passes its own errors through unchanged, but keeps only the message of any other error.
    const code = error instanceof OutgoingFailure ? error.detail || error.reason : codeOf(error);
    throw new GoogleGenerativeAIFetchError('no connection', undefined, code || 'unknown');
  }
}

/**
 * Returns the body of an answer. A truncated body fails when it is read, which the library only does where it needs it.
 */
function streamBody({ body, cutBy }: OutgoingAnswer): ReadableStream<Uint8Array> | null {
  if (cutBy === undefined && body.length === 0) return null;
  return new ReadableStream({
    start(controller) {
      if (cutBy !== undefined) {
        const words = cutBy === 'too_large' ? 'the answer is too large' : `the connection broke: ${cutBy}`;
        controller.error(new AnalysisFailure(words));
        return;
      }
      controller.enqueue(body);
      controller.close();
    },
  });
}

/**
 * Returns the text of an answer, marking one that was cut off at the token limit with an ellipsis.
 *
 * @throws {AnalysisFailure} if the model stopped for any other reason, or if a part is not text.
 */
function textOf(response: EnhancedGenerateContentResponse): string {
  const [candidate] = response.candidates ?? [];
  const ending = candidate?.finishReason ?? FinishReason.STOP;
  // The library would concatenate parts of any type.
  const parts = candidate?.content?.parts ?? [];
  if (!parts.every(({ text }) => text === undefined || typeof text === 'string')) throw new AnalysisFailure(WITHHELD);
  if (ending === FinishReason.STOP) return response.text();
  const text = ending === FinishReason.MAX_TOKENS ? response.text() : '';
  if (text === '') throw new AnalysisFailure(WITHHELD);
  return `${text}…`;
}

/** Returns a reason that is safe to log, since the library's messages contain the URL and the provider's own words. */
function describeReason(error: unknown): string {
  if (error instanceof AnalysisFailure) return error.message;
  if (error instanceof GoogleGenerativeAIFetchError) {
    return error.status === undefined ? `no connection: ${error.statusText}` : `status ${error.status}`;
  }
  if (error instanceof GoogleGenerativeAIResponseError) return WITHHELD;
  return 'the answer was not understood';
}

const WITHHELD = 'the answer was withheld';
