import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { EnhancedGenerateContentResponse, GenerativeModel } from '@google/generative-ai';
import { codeOfCause } from '../../shared/code-of.js';
import { AnalysisFailure, type AnalysisProvider } from './analysis-provider.js';

interface GeminiDeps {
  readonly apiKey: string;
  readonly model: string;
  /** Scheme, host and perhaps a path; no trailing slash. */
  readonly baseUrl: string;
}

type Library = typeof import('@google/generative-ai');

const { FinishReason, GoogleGenerativeAI, GoogleGenerativeAIFetchError, GoogleGenerativeAIResponseError } =
  libraryWithFetch(boundedFetch);

/** Some twenty times what a good answer takes. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** What a model thinks counts too; the prompt asks for much less. */
const OUTPUT_MAX_TOKENS = 4096;

/** Google's Gemini, or a service with the same protocol (contract 4). The only file that knows the provider's library. */
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
      // The library would listen for the end of a signal only from here on.
      signal.throwIfAborted();
      const { response } = await this.#model.generateContent(prompt, { signal });
      return textOf(response);
    } catch (error) {
      throw new AnalysisFailure(reasonOf(error));
    }
  }
}

/**
 * The library with a `fetch` of its own. It takes none as an option and calls the global one by its name, so its file is
 * compiled as a function that has a parameter of that name (decision 037).
 */
function libraryWithFetch(ownFetch: typeof fetch): Library {
  const filename = createRequire(import.meta.url).resolve('@google/generative-ai');
  const library = {} as Library;
  compileFunction(readFileSync(filename, 'utf8'), ['exports', 'fetch'], { filename })(library, ownFetch);
  return library;
}

/** As `fetch`, but reads no more than an answer may have, and takes the key to no other address. */
async function boundedFetch(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    return bounded(await fetch(address, { ...init, redirect: 'manual' }));
  } catch (error) {
    // The library passes its own errors on as they are, and keeps only the words of others.
    throw new GoogleGenerativeAIFetchError('no connection', undefined, codeOfCause(error) ?? 'unknown');
  }
}

/** The library reads an answer whole, also that of an error. */
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

/** @throws {AnalysisFailure} when the model stopped for another reason than the end of its answer. */
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
