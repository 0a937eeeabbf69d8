import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { ANALYSES_OF_USER } from '../../../../src/features/monitoring/analysis/analysis.resolver.js';
import {
  answersText,
  GEMINI_KEY,
  type ProviderAnswer,
  sends,
  startFakeGemini,
} from '../../../support/fakes/fake-gemini.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';
import type { Answer, Browser } from '../../../support/http/browser.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createTestApp, type TestAppOptions } from '../../../support/test-app.js';

const ADDRESSES = ['/sistema/monitoramento/api/v1/ai', '/sistema/monitoramento/v1/ai-api'] as const;
const QUERY = '{ analysis { available text } }';
const REQUEST = '{ analysisRequest { host model prompt } }';
const UNAVAILABLE = {
  pt: 'A análise por inteligência artificial não está disponível no momento.',
  en: 'The analysis by artificial intelligence is not available at the moment.',
};
const FRAGMENT = `<p>${UNAVAILABLE.pt}</p>`;
const ENGLISH = { 'accept-language': 'en' };

/** Starts a service that uses a provider on this machine. */
async function createWatchedApp(environment: TestAppOptions['environment'] = {}, host = new FakeHost()) {
  const provider = await startFakeGemini();
  const app = await createTestApp({ host, environment: { ...provider.environment, ...environment } });
  return { provider, app };
}

function analysisIn(answer: Answer) {
  expect(answer.status).toBe(200);
  return answer.json<{ data: { analysis: { available: boolean; text: string } } }>().data.analysis;
}

async function requestShown(browser: Browser, headers = {}) {
  const answer = await browser.graphql(REQUEST, {}, headers);
  return answer.json<{ data: { analysisRequest: { host: string; model: string; prompt: string } | null } }>().data
    .analysisRequest;
}

describe('the analysis (contract 4)', () => {
  test('is plain text at both addresses and over GraphQL, from one call', async () => {
    const { app, provider } = await createWatchedApp();
    const person = await app.loginAs('ana');
    const script = await app.scriptAs('bia');
    for (const address of ADDRESSES) {
      const answer = await script.get(address);
      expect([answer.status, answer.json()]).toEqual([200, { ai: 'Tudo calmo.' }]);
    }
    expect(analysisIn(await person.graphql(QUERY))).toEqual({ available: true, text: 'Tudo calmo.' });
    expect(provider.calls).toHaveLength(1);
  });

  test('is one call for a hundred callers at once, over both transports', async () => {
    const { app, provider } = await createWatchedApp();
    const callers = await Promise.all(Array.from({ length: 10 }, (_, n) => app.scriptAs(`user${n}`)));
    const texts = await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 10 }, async (_, n) =>
          n % 2
            ? (await caller.get(ADDRESSES[0])).json<{ ai: string }>().ai
            : analysisIn(await caller.graphql(QUERY)).text,
        ),
      ),
    );
    expect(texts).toEqual(Array(100).fill('Tudo calmo.'));
    expect(provider.calls).toHaveLength(1);
  });

  test('is asked for again when there is a new sample, and in another language', async () => {
    const { app, provider } = await createWatchedApp();
    const script = await app.scriptAs();
    await script.get(ADDRESSES[0]);
    await app.advance({ ms: 4999 });
    await script.get(ADDRESSES[0]);
    expect(provider.calls).toHaveLength(1);
    await app.advance({ ms: 1 });
    await script.get(ADDRESSES[0]);
    expect(provider.calls).toHaveLength(2);
    await script.get(ADDRESSES[0], ENGLISH);
    expect(provider.calls).toHaveLength(3);
    expect(provider.calls[2]?.body.contents[0]?.parts[0]?.text).toContain('Answer in English');
  });

  test('is for signed-in callers', async () => {
    const { app, provider } = await createWatchedApp();
    for (const address of ADDRESSES) {
      const answer = await app.browser().get(address);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"']);
      expect(answer.json()).toMatchObject({ code: 'not_authenticated' });
    }
    for (const query of [QUERY, REQUEST]) {
      const answer = await app.browser().graphql(query);
      expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    }
    expect(provider.calls).toHaveLength(0);
  });

  test('goes on for the others when one caller goes away', async () => {
    const { app, provider } = await createWatchedApp();
    const { access } = await app.scriptAs('ana');
    const bia = await app.scriptAs('bia');
    let answerNow = () => {};
    provider.answersWith((response) => {
      answerNow = () => answersText('Tudo calmo.')(response);
    });
    const gone = once(app.server, 'request').then(([, response]) => once(response as ServerResponse, 'close'));
    const leaving = new AbortController();
    const call = provider.nextCall();
    const left = fetch(`${app.baseUrl}${ADDRESSES[0]}`, {
      headers: { authorization: `Bearer ${access}` },
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    const { ended } = await call;
    const stays = bia.get(ADDRESSES[0]);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await gone;
    answerNow();
    expect((await stays).json()).toEqual({ ai: 'Tudo calmo.' });
    expect(await ended).toBe(true);
    expect(provider.calls).toHaveLength(1);
  });

  test('is there for others while one account asks about every sample of a provider that is slow', async () => {
    const { app, provider } = await createWatchedApp({ AI_TIMEOUT_MS: '30000' });
    const eager = await app.scriptAs('eager');
    const others = await Promise.all(['ana', 'bia', 'caio'].map((name) => app.scriptAs(name)));
    provider.answersWith(() => {});
    const firstCall = provider.nextCall();
    const first = eager.get(ADDRESSES[0]).catch(() => 'cut');
    await firstCall;
    for (let more = 1; more < 4; more += 1) {
      await app.advance({ ms: 5000 });
      const refused = await eager.get(ADDRESSES[0]);
      expect([refused.status, refused.json()]).toEqual([200, { ai: FRAGMENT }]);
    }
    expect(provider.calls).toHaveLength(1);
    provider.answersWith(answersText('Tudo calmo.'));
    for (const other of others) {
      await app.advance({ ms: 5000 });
      expect((await other.get(ADDRESSES[0])).json()).toEqual({ ai: 'Tudo calmo.' });
    }
    expect(provider.calls).toHaveLength(4);
    await app.close();
    await first;
  });

  test(`is asked for ${ANALYSES_OF_USER.limit} times a day by one account, whose calls cannot use up what the provider grants`, async () => {
    const { app, provider } = await createWatchedApp();
    const [eager, ana] = await Promise.all([app.scriptAs('eager'), app.scriptAs('ana')]);
    const { id } = await app.database.em.fork().findOneOrFail(User, { username: 'eager' });
    const allowances = [{ rateLimit: ANALYSES_OF_USER, key: String(id) }];
    for (let calls = 1; calls < ANALYSES_OF_USER.limit; calls += 1) await app.services.rateLimits.take(allowances);
    expect((await eager.get(ADDRESSES[0])).json()).toEqual({ ai: 'Tudo calmo.' });
    await app.advance({ ms: 5000 });
    const refused = await eager.get(ADDRESSES[0]);
    expect([refused.status, refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    const before = provider.calls.length;
    expect((await ana.get(ADDRESSES[0])).json()).toEqual({ ai: 'Tudo calmo.' });
    expect(provider.calls).toHaveLength(before + 1);
  });

  test('ends with the service, the call of the provider too', async () => {
    const { app, provider } = await createWatchedApp();
    provider.answersWith(() => {});
    const call = provider.nextCall();
    const cut = (await app.scriptAs()).get(ADDRESSES[0]).catch(() => 'cut');
    const { ended } = await call;
    await app.close();
    expect(await cut).toBe('cut');
    expect(await ended).toBe(false);
  });

  test('has no tag, whatever the provider wrote (promise 27)', async () => {
    const { app, provider } = await createWatchedApp();
    provider.answersWith(answersText('## Alerta\n<img src=x onerror=alert(1)>**CPU** < 90 % <script>x()</script>'));
    const script = await app.scriptAs();
    const text = 'Alerta\nCPU < 90 % x()';
    expect((await script.get(ADDRESSES[0])).json()).toEqual({ ai: text });
    expect(analysisIn(await script.graphql(QUERY))).toEqual({ available: true, text });
  });
});

describe('what is sent (promise 28)', () => {
  test('is what was shown, to the letter, and nothing else', async () => {
    const { app, provider } = await createWatchedApp({ AI_MODEL: 'gemini-test' });
    const script = await app.scriptAs();
    for (const headers of [{}, ENGLISH]) {
      const shown = await requestShown(script, headers);
      expect(shown).toMatchObject({ host: new URL(provider.baseUrl).host, model: 'gemini-test' });
      await script.get(ADDRESSES[0], headers);
      const call = provider.calls.at(-1);
      expect(call?.path).toBe('/v1beta/models/gemini-test:generateContent');
      expect(call?.body.contents).toEqual([{ role: 'user', parts: [{ text: shown?.prompt }] }]);
    }
    expect(provider.calls).toHaveLength(2);
  });

  test('is a fixed text and numbers: no host, path, process or user name', async () => {
    const folder = temporaryFolder();
    const host = new FakeHost();
    host.reading = { ...host.reading, kernelFigures: {} };
    const settings = { PUBLIC_URL: 'http://quartzo-servidor.example', MONITORED_PATH: folder };
    const { app, provider } = await createWatchedApp(settings, host);
    const script = await app.scriptAs('jabuticaba', { firstName: 'Xilofone' });
    await script.get(ADDRESSES[0]);
    const { body, headers } = provider.calls[0] ?? expect.fail('There was no call');
    const sent = JSON.stringify([body, headers]).toLowerCase();
    for (const name of ['quartzo', 'jabuticaba', 'xilofone', folder.toLowerCase()]) {
      expect(sent).not.toContain(name);
    }
    expect(body.contents[0]?.parts[0]?.text.replace(/\d+(,\d+)?/g, '#')).toBe(
      [
        'Você explica as medidas de um computador a quem cuida dele. Use somente os números abaixo.',
        'Responda em português do Brasil, em texto simples, sem Markdown nem HTML, com no máximo # palavras:',
        'primeiro, em uma frase, como o computador está; depois, o que chama a atenção e por quê; por fim, o que',
        'convém fazer ou observar, se houver algo. Não cumprimente e não cite medidas que não estejam aqui.',
      ].join(' ') +
        '\n\nAgora:\n- Processador: # %\n- Memória: # % (# GiB de # GiB)\n- Disco: # % (# GiB de # GiB)' +
        `\n- Temperatura do processador: # °C\n- Memória de troca: # %\n- Carga (processos prontos): #\n${speeds('# KiB/s')}` +
        '\n\nNa última hora (mínimo / média / máximo):' +
        `\n- Processador: ${span('%')}\n- Temperatura do processador: ${span('°C')}\n- Memória: ${span('%')}\n- Memória de troca: ${span('%')}` +
        `\n- Carga (processos prontos): # / # / #\n- Disco: ${span('%')}\n${speeds(span('KiB/s'))}`,
    );
  });

  test('can be read any number of times, and calls no provider', async () => {
    const { app, provider } = await createWatchedApp();
    const script = await app.scriptAs();
    for (let request = 0; request < 30; request += 1) expect(await requestShown(script)).not.toBeNull();
    expect(provider.calls).toHaveLength(0);
  });
});

const span = (unit: string) => Array(3).fill(`# ${unit}`).join(' / ');

function speeds(figures: string): string {
  return ['Rede, recebido', 'Rede, enviado', 'Disco, lido', 'Disco, gravado']
    .map((name) => `- ${name}: ${figures}`)
    .join('\n');
}

describe('the AI that is not active (contract 4)', () => {
  test.each([
    ['off', { AI_MODE: 'false' }, 0],
    ['on without a key', { GEMINI_API_KEY: '' }, 1],
  ])('%s: 200 with the fragment, and nobody is called', async (_name, environment, warnings) => {
    const { app, provider } = await createWatchedApp(environment);
    const script = await app.scriptAs();
    for (const address of ADDRESSES) {
      const answer = await script.get(address);
      expect([answer.status, answer.json()]).toEqual([200, { ai: FRAGMENT }]);
      expect((await script.get(address, ENGLISH)).json()).toEqual({ ai: `<p>${UNAVAILABLE.en}</p>` });
    }
    expect(analysisIn(await script.graphql(QUERY))).toEqual({ available: false, text: UNAVAILABLE.pt });
    expect(analysisIn(await script.graphql(QUERY, {}, ENGLISH)).text).toBe(UNAVAILABLE.en);
    expect(await requestShown(script)).toBeNull();
    expect(provider.calls).toHaveLength(0);
    expect(app.lines.filter((line) => line.includes('"warn"'))).toHaveLength(warnings);
    expect(app.lines.filter((line) => line.includes('GEMINI_API_KEY is not set'))).toHaveLength(warnings);
  });
});

/** Text that a provider may send but no client may see. */
const SECRETS = `${GEMINI_KEY} said the provider`;

/**
 * Everything a provider may do instead of responding, with the cause that is logged; `waits` marks those that only a
 * timeout ends.
 */
const FAULTS: readonly { fault: string; answer: ProviderAnswer; cause: RegExp; waits?: true }[] = [
  { fault: 'silence', answer: () => {}, cause: /^no answer in time$/, waits: true },
  {
    fault: 'one byte now and then',
    answer: (response) => {
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dripping));
    },
    cause: /^no answer in time$/,
    waits: true,
  },
  { fault: 'status 500', answer: sends({ error: { message: SECRETS } }, 500), cause: /^status 500$/ },
  {
    fault: 'status 429',
    answer: sends({ error: { message: SECRETS, details: [SECRETS] } }, 429),
    cause: /^status 429$/,
  },
  {
    fault: 'a connection reset',
    answer: (response) => response.socket?.resetAndDestroy(),
    cause: /^no connection: ECONNRESET$/,
  },
  {
    fault: '100 MB',
    answer: (response) => {
      const chunk = Buffer.alloc(1024 ** 2, ' ');
      for (let sent = 0; sent < 100; sent += 1) response.write(chunk);
      response.end('{}');
    },
    cause: /^the answer is too large$/,
  },
  { fault: 'no JSON', answer: sends(`<p>${SECRETS}`), cause: /^the answer was not understood$/ },
  { fault: 'no candidate', answer: sends({ candidates: [] }), cause: /^the answer is empty$/ },
  {
    fault: 'a blocked prompt',
    answer: sends({ promptFeedback: { blockReason: 'OTHER', blockReasonMessage: SECRETS } }),
    cause: /^the answer was withheld$/,
  },
  {
    fault: 'a blocked answer',
    answer: answersText(SECRETS, { finishReason: 'SAFETY', finishMessage: SECRETS }),
    cause: /^the answer was withheld$/,
  },
];

describe('a provider that fails (promises 30, 36)', () => {
  test.each(FAULTS)(
    '$fault: 200 with the fragment, one line in the log, and not a word of it anywhere',
    async ({ answer, cause, waits }) => {
      const { app, provider } = await createWatchedApp();
      provider.answersWith(answer);
      const script = await app.scriptAs();
      const calls = [
        { ask: () => script.get(ADDRESSES[0]), expected: { ai: FRAGMENT } },
        {
          ask: () => script.graphql(QUERY),
          expected: { data: { analysis: { available: false, text: UNAVAILABLE.pt } } },
        },
      ];
      for (const { ask, expected } of calls) {
        const call = provider.nextCall();
        const answered = ask();
        const { ended } = await call;
        if (waits) await app.advance({ seconds: 8 });
        const { status, text, ...rest } = await answered;
        expect([status, rest.json()]).toEqual([200, expected]);
        expect(text).not.toContain('provider');
        if (waits) expect(await ended).toBe(false);
      }
      const lines = app.lines.filter((line) => line.includes('No analysis is available'));
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        Array(2).fill({
          time: expect.any(String),
          level: 'warn',
          message: 'No analysis is available',
          cause: expect.stringMatching(cause),
        }),
      );
      const log = app.lines.join('\n');
      for (const secret of [GEMINI_KEY, 'said the provider', provider.baseUrl, 'computador']) {
        expect(log).not.toContain(secret);
      }
    },
  );

  test('after five failures no transport calls it for 30 s; then one call shows that it is back', async () => {
    const { app, provider } = await createWatchedApp();
    provider.answersWith(sends('', 500));
    const script = await app.scriptAs();
    for (let call = 0; call < 5; call += 1) await script.get(ADDRESSES[call % 2] ?? '');
    expect(provider.calls).toHaveLength(5);
    provider.answersWith(answersText('Voltou.'));
    await app.advance({ ms: 29_999 });
    expect((await script.get(ADDRESSES[0])).json()).toEqual({ ai: FRAGMENT });
    expect(analysisIn(await script.graphql(QUERY)).available).toBe(false);
    expect(provider.calls).toHaveLength(5);
    await app.advance({ ms: 1 });
    expect((await script.get(ADDRESSES[0])).json()).toEqual({ ai: 'Voltou.' });
    expect(provider.calls).toHaveLength(6);
  });
});

describe('the rate limit of the analysis (contract 4, promise 9)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is ten a minute for a user over both addresses, both transports and both ways of authenticating', async () => {
    const { app, provider } = await createWatchedApp();
    const person = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const calls: (() => Promise<Answer>)[] = [
      () => person.get(ADDRESSES[0]),
      () => script.get(ADDRESSES[1]),
      () => person.graphql(QUERY),
      () => script.graphql(QUERY),
    ];
    for (let call = 0; call < 10; call += 1) expect((await calls[call % 4]?.())?.status).toBe(200);
    // Takes a new sample, so that only the limit keeps the caller from the provider.
    await app.advance({ seconds: 5 });
    const rest = await script.get(ADDRESSES[0]);
    expect([rest.status, rest.json<{ code: string }>().code]).toEqual([429, 'rate_limited']);
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(55);
    const graphql = await person.graphql(QUERY);
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([429, rest.headers.get('retry-after')]);
    expect(graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    expect(provider.calls).toHaveLength(1);
    expect((await (await app.scriptAs('bia')).get(ADDRESSES[0])).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_001);
    expect((await script.get(ADDRESSES[0])).status).toBe(200);
  });

  test('counts while the AI is not active too, and apart from that of the metrics', async () => {
    const app = await createTestApp();
    const script = await app.scriptAs();
    for (let call = 0; call < 10; call += 1) await script.get(ADDRESSES[0]);
    expect((await script.get(ADDRESSES[0])).status).toBe(429);
    expect((await script.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(200);
  });
});
