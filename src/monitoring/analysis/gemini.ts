import {
  type EnhancedGenerateContentResponse,
  FinishReason,
  type GenerativeModel,
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
  GoogleGenerativeAIResponseError,
} from '@google/generative-ai';
import { codeOfCause } from '../../shared/code-of.js';
import { AnalysisFailure, type AnalysisProvider } from './analysis-provider.js';

interface GeminiDeps {
  readonly apiKey: string;
  readonly model: string;
  /** Scheme, host and perhaps a path; no trailing slash. */
  readonly baseUrl: string;
}

/** Some twenty times what a good answer takes. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** What a model thinks counts too; the prompt asks for much less. */
const OUTPUT_MAX_TOKENS = 4096;

/** Google's Gemini, or what speaks its protocol (contract 4). The only file that knows the provider's library. */
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
      const { response } = await callWithFetch(boundedFetch(signal), () => this.#model.generateContent(prompt));
      return textOf(response);
    } catch (error) {
      throw new AnalysisFailure(reasonOf(error));
    }
  }
}

/**
 * Calls the library with another `fetch` than the global one, which it takes no other way. It looks the global one up
 * before it first waits for anything, so the other one is there for that moment only, in which no other code runs.
 */
function callWithFetch<T>(other: typeof fetch, call: () => T): T {
  const original = globalThis.fetch;
  globalThis.fetch = other;
  try {
    return call();
  } finally {
    globalThis.fetch = original;
  }
}

/** As `fetch`, and ends with `signal`, reads no more than an answer may have, and takes the key to no other address. */
function boundedFetch(signal: AbortSignal): typeof fetch {
  return async (address, init) => {
    try {
      return bounded(await fetch(address, { ...init, signal, redirect: 'manual' }));
    } catch (error) {
      // The library passes its own errors on as they are, and keeps only the words of others.
      throw new GoogleGenerativeAIFetchError('no connection', undefined, codeOfCause(error) ?? 'unknown');
    }
  };
}

/** The library reads an answer whole, a refusal too. */
function bounded(response: Response): Response {
  let bytesLeft = ANSWER_MAX_BYTES;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft >= 0) controller.enqueue(chunk);
      else controller.error(new AnalysisFailure('the answer is too large'));
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, response);
}

/** @throws {AnalysisFailure} when the model stopped for another reason than having said enough. */
function textOf(response: EnhancedGenerateContentResponse): string {
  const [candidate] = response.candidates ?? [];
  const ending = candidate?.finishReason ?? FinishReason.STOP;
  // The library would put anything together.
  const parts = candidate?.content?.parts ?? [];
  if (!parts.every(({ text }) => text === undefined || typeof text === 'string')) throw new AnalysisFailure(WITHHELD);
  if (ending === FinishReason.STOP) return response.text();
  const text = ending === FinishReason.MAX_TOKENS ? response.text() : '';
  if (text === '') throw new AnalysisFailure(WITHHELD);
  return `${text}…`;
}

/** The library's words hold the address, and words of the provider: none of them are repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof AnalysisFailure) return error.message;
  if (error instanceof GoogleGenerativeAIFetchError) {
    return error.status === undefined ? `no connection: ${error.statusText}` : `status ${error.status}`;
  }
  if (error instanceof GoogleGenerativeAIResponseError) return WITHHELD;
  const code = codeOfCause(error);
  return code === undefined ? 'the answer was not understood' : `the connection broke: ${code}`;
}

const WITHHELD = 'the answer was withheld';
