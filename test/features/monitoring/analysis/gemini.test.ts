import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AnalysisFailure } from '../../../../src/features/monitoring/analysis/analysis-provider.js';
import { Gemini } from '../../../../src/features/monitoring/analysis/gemini.js';
import { answersText, GEMINI_KEY, sends, startFakeGemini } from '../../../support/fakes/fake-gemini.js';
import { freePort } from '../../../support/processes/free-port.js';

const NEVER = new AbortController().signal;

async function createGemini() {
  const provider = await startFakeGemini();
  const gemini = new Gemini({ apiKey: GEMINI_KEY, model: 'gemini-x', baseUrl: `${provider.baseUrl}/gateway` });
  const failure = async (signal = NEVER) => {
    const error: unknown = await gemini.write('How is it?', signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnalysisFailure);
    return (error as AnalysisFailure).message;
  };
  return { provider, gemini, failure };
}

describe('a call of Gemini (contract 4)', () => {
  test('sends the prompt and bounds of the answer, the key in a header, and nothing else', async () => {
    const { provider, gemini } = await createGemini();
    expect(await gemini.write('How is it?', NEVER)).toBe('Tudo calmo.');
    const [{ path, headers, body } = expect.fail('There was no call')] = provider.calls;
    expect(path).toBe('/gateway/v1beta/models/gemini-x:generateContent');
    expect(headers['x-goog-api-key']).toBe(GEMINI_KEY);
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'How is it?' }] }],
      generationConfig: { maxOutputTokens: 4096 },
      safetySettings: [],
    });
  });

  test('names its host and model', async () => {
    const { provider, gemini } = await createGemini();
    expect(gemini).toMatchObject({ host: new URL(provider.baseUrl).host, model: 'gemini-x' });
  });

  test('leaves the global fetch alone the whole time', async () => {
    const { gemini } = await createGemini();
    const original = globalThis.fetch;
    const changes: unknown[] = [];
    Object.defineProperty(globalThis, 'fetch', {
      configurable: true,
      get: () => original,
      set: (other) => void changes.push(other),
    });
    onTestFinished(() => {
      Object.defineProperty(globalThis, 'fetch', { configurable: true, writable: true, value: original });
    });
    expect(await gemini.write('How is it?', NEVER)).toBe('Tudo calmo.');
    expect(changes).toEqual([]);
  });

  test('ends with its signal, connection and all, before an answer and within one', async () => {
    const { provider, failure } = await createGemini();
    for (const start of [undefined, '{"candidates":[']) {
      provider.answersWith((response) => {
        if (start) response.write(start);
      });
      const stop = new AbortController();
      const call = provider.nextCall();
      const failed = failure(stop.signal);
      const { ended } = await call;
      stop.abort();
      expect(await ended).toBe(false);
      await failed;
    }
  });

  test('does not begin when its signal has ended before', async () => {
    const { provider, failure } = await createGemini();
    await failure(AbortSignal.abort());
    expect(provider.calls).toHaveLength(0);
  });
});

describe('the size of an answer (promise 36)', () => {
  test('may be a quarter of a megabyte and no byte more', async () => {
    const { provider, gemini, failure } = await createGemini();
    const body = JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Calm.' }] } }] });
    provider.answersWith(sends(body.padEnd(256 * 1024)));
    expect(await gemini.write('How is it?', NEVER)).toBe('Calm.');
    provider.answersWith(sends(body.padEnd(256 * 1024 + 1)));
    expect(await failure()).toBe('the answer is too large');
  });

  test.each([200, 500])('100 MB under status %i are cut off soon after the bound', async (status) => {
    const { provider, failure } = await createGemini();
    let sent = 0;
    const quotes = Buffer.alloc(64 * 1024, '"');
    const flood = function* () {
      for (; sent < 100 * 1024 ** 2; sent += quotes.length) yield quotes;
    };
    provider.answersWith((response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      pipeline(flood, response).catch(() => {});
    });
    const call = provider.nextCall();
    const failed = failure();
    expect(await (await call).ended).toBe(false);
    expect(await failed).toBe(status === 200 ? 'the answer is too large' : 'status 500');
    // The limit exceeds the combined buffers at both ends of a socket.
    expect(sent).toBeLessThan(25 * 1024 ** 2);
  });

  test('cannot be multiplied by packing it: what nobody asked to be packed is not unpacked', async () => {
    const { provider, failure } = await createGemini();
    const packed = gzipSync(Buffer.alloc(10 * 1024 ** 2, ' '));
    provider.answersWith((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    const call = provider.nextCall();
    expect(await failure()).toBe('the answer was not understood');
    expect((await call).headers['accept-encoding']).toBe('identity');
  });
});

describe('an answer that is none', () => {
  test.each([
    ['a refusal', sends({ error: { message: `no ${GEMINI_KEY}` } }, 403), 'status 403'],
    ['a refusal without words', sends('', 503), 'status 503'],
    ['no JSON', sends('<html>'), 'the answer was not understood'],
    ['JSON of another shape', sends('null'), 'the answer was not understood'],
    ['parts of another shape', sends({ candidates: [{ content: { parts: 7 } }] }), 'the answer was not understood'],
    ['a blocked prompt', sends({ promptFeedback: { blockReason: 'SAFETY' } }), 'the answer was withheld'],
    ['a blocked answer', answersText('Half', { finishReason: 'SAFETY' }), 'the answer was withheld'],
    [
      'an answer blocked for a reason yet unknown',
      answersText('Half', { finishReason: 'NEW' }),
      'the answer was withheld',
    ],
    ['an answer that was all thought', answersText('', { finishReason: 'MAX_TOKENS' }), 'the answer was withheld'],
  ])('%s is a failure', async (_name, answer, message) => {
    const { provider, failure } = await createGemini();
    provider.answersWith(answer);
    expect(await failure()).toBe(message);
  });

  test('no candidate is an empty text', async () => {
    const { provider, gemini } = await createGemini();
    provider.answersWith(sends({ candidates: [] }));
    expect(await gemini.write('How is it?', NEVER)).toBe('');
  });

  test('an answer that reached its length says that it goes on', async () => {
    const { provider, gemini } = await createGemini();
    provider.answersWith(answersText('All is', { finishReason: 'MAX_TOKENS' }));
    expect(await gemini.write('How is it?', NEVER)).toBe('All is…');
  });

  test('a connection that breaks is named by the word of the system', async () => {
    const { provider, failure } = await createGemini();
    provider.answersWith((response) => response.socket?.resetAndDestroy());
    expect(await failure()).toBe('no connection: ECONNRESET');
    provider.answersWith((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      setImmediate(() => response.socket?.destroy());
    });
    expect(await failure()).toMatch(/^the connection broke: [A-Z_]+$/);
  });

  test('a provider that cannot be reached is named too', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const gemini = new Gemini({ apiKey: GEMINI_KEY, model: 'gemini-x', baseUrl });
    await expect(gemini.write('How is it?', NEVER)).rejects.toThrow(/^no connection: ECONNREFUSED$/);
  });

  test('a redirection is not followed: the key goes nowhere else', async () => {
    const { provider, failure } = await createGemini();
    const other = await startFakeGemini();
    for (const status of [301, 307]) {
      provider.answersWith((response) => response.writeHead(status, { location: `${other.baseUrl}/x` }).end());
      expect(await failure()).toBe(`status ${status}`);
    }
    expect(other.calls).toHaveLength(0);
  });
});
