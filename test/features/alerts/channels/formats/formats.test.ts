import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertItem } from '../../../../../src/features/alerts/alert-item.js';
import { formats, type HttpKind } from '../../../../../src/features/alerts/channels/formats/formats.js';
import { figureText } from '../../../../../src/features/alerts/channels/messages/figure-text.js';
import {
  bodyText,
  type MessageContent,
  writeMessage,
} from '../../../../../src/features/alerts/channels/messages/write-message.js';
import { languages } from '../../../../../src/i18n/catalogues.js';
import { DEFAULT_UNITS } from '../../../../../src/shared/units/units.js';
import { item } from '../../../../support/alerts/channels.js';

const LIST = 'https://vigia.example/sistema/alertas/';

const contentOf = (...items: AlertItem[]): MessageContent => ({ items, more: 0, heldByLimit: 0, heldByQuiet: 0 });

function buildRequest(kind: HttpKind, content: MessageContent, changes: object = {}) {
  const { url, headers, body } = formats[kind]({
    settings: { chat: '-100123', topic: 'alertas' },
    secrets: { url: 'https://provider.example/base/', secret: Buffer.alloc(32).toString('base64') },
    written: writeMessage(content, 'pt', LIST),
    content,
    messageId: 'an-id',
    queuedAt: new Date('2026-01-02T03:04:05Z'),
    now: new Date('2026-01-02T03:05:05Z'),
    ...changes,
  });
  return { url: url.href, headers, json: JSON.parse(body) as Record<string, unknown>, body };
}

describe('what a message says (contract 12)', () => {
  test('what, since when, how much, and what it was just before', () => {
    const written = writeMessage(contentOf(item()), 'pt', LIST);
    expect(written.title).toBe('Crítico: Processador ocupado em servidor1');
    expect(bodyText(written, 1000)).toMatch(
      /^Desde \d\d\/01\/2026, \d\d:\d\d .+\.\ncpu > 90 %: agora 93,1%, pouco antes 41%\.\nhttp:\/\/vigia\.test/,
    );
  });

  test('of a file system its path, of which nobody makes more than that', () => {
    const [atom] = item().atoms;
    const titleOf = (fileSystem: string) =>
      writeMessage(contentOf(item({ atoms: atom ? [{ ...atom, fileSystem }] : [] })), 'pt', LIST).title;
    expect(titleOf('/var')).toBe('Crítico: Processador ocupado em servidor1 (/var)');
    expect(titleOf(`/\n\u202e${'x'.repeat(1000)}`)).toBe(
      `Crítico: Processador ocupado em servidor1 (/\ufffd\ufffd${'x'.repeat(96)}…)`,
    );
  });

  test('of what is over, how long it lasted', () => {
    const over = item({ kind: 'released', endedAt: '2026-01-02T04:16:30.000Z' });
    const written = writeMessage(contentOf(over), 'en', LIST);
    expect([written.title, written.worst]).toEqual(['Resolved: Processador ocupado on servidor1', 'OK']);
    expect(bodyText(written, 1000)).toContain('it lasted 1 h 13 min.');
  });

  test('of several, how many are open and how many over, the worst of those that are open, and each by itself', () => {
    const over = item({ kind: 'released', endedAt: '2026-01-02T04:16:30.000Z' });
    const warning = item({ severity: 'WARNING', rule: 'Disco cheio' });
    const written = writeMessage(contentOf(warning, over), 'pt', LIST);
    expect([written.title, written.worst, written.url]).toEqual([
      '2 avisos do Vigia: 1 em aberto, 1 resolvido',
      'WARNING',
      LIST,
    ]);
    expect(bodyText(written, 5000)).toContain('Atenção: Disco cheio em servidor1\n');
  });

  test('in every language, with nothing left to fill in, and never longer than it may be', () => {
    const content = {
      ...contentOf(item(), item({ kind: 'repeated' }), item({ kind: 'test' })),
      more: 1,
      heldByLimit: 2,
      heldByQuiet: 3,
    };
    for (const language of languages) {
      const written = writeMessage(content, language, LIST);
      expect(written.title + bodyText(written, 9999)).not.toMatch(/[{}]|undefined|NaN/);
      fc.assert(fc.property(fc.integer({ min: 1, max: 2000 }), (most) => bodyText(written, most).length <= most));
    }
  });

  test.each([
    [93.14, 'percent', 'pt-BR', '93,1%'],
    [1.256, 'load', 'en', '1.26'],
    [0, 'bytesPerSecond', 'en', '0 B/s'],
    [999, 'bytesPerSecond', 'en', '999 B/s'],
    [1536, 'bytesPerSecond', 'pt-BR', '1,5 KiB/s'],
    [12.3 * 1024 ** 2, 'bytesPerSecond', 'en', '12.3 MiB/s'],
    [-12.3 * 1024 ** 2, 'bytesPerSecond', 'en', '-12.3 MiB/s'],
    [5 * 1024 ** 6, 'bytesPerSecond', 'en', '5,120 PiB/s'],
    [0, 'seconds', 'en', '0 s'],
    [125, 'seconds', 'en', '2 min 5 s'],
  ] as const)('%d in %s is %s written %s', (figure, unit, locale, text) => {
    expect(figureText(figure, unit, locale, DEFAULT_UNITS)).toBe(text);
  });
});

describe('a message to somebody with other units (contract 12)', () => {
  const [atom] = item().atoms;
  const busy = item({
    atoms: atom ? [{ ...atom, text: 'netin > 10 MiB/s', unit: 'bytesPerSecond', value: 12.5e6 }] : [],
  });

  test.each([
    [{}, '11,9 MiB/s'],
    [{ unitPrefixes: 'decimal' }, '12,5 MB/s'],
    [{ dataRates: 'bits' }, '95,4 Mibit/s'],
    [{ unitPrefixes: 'decimal', dataRates: 'bits' }, '100 Mbit/s'],
  ] as const)('%o: gives figures in them, and leaves the comparison as everybody reads it', (chosen, text) => {
    const written = writeMessage(contentOf(busy), 'pt', LIST, { ...DEFAULT_UNITS, ...chosen });
    expect(written.parts[0]?.lines).toContainEqual(expect.stringMatching(`^netin > 10 MiB/s: agora ${text}`));
  });

  test('gives times by their clock, and names the zone', () => {
    const { parts } = writeMessage(contentOf(busy), 'en', LIST, { ...DEFAULT_UNITS, clock: 'h12' });
    expect(parts[0]?.lines[0]).toMatch(/^Since 2026-01-0\d, \d\d:\d\d [ap]\.m\. \S+\.$/);
  });
});

describe('the form of each provider (contract 12)', () => {
  test.each([
    ['WEBHOOK', 'https://provider.example/base/'],
    ['SLACK', 'https://provider.example/base/'],
    ['DISCORD', 'https://provider.example/base/'],
    [
      'TELEGRAM',
      `https://provider.example/base/bot${encodeURIComponent(Buffer.alloc(32).toString('base64'))}/sendMessage`,
    ],
    ['NTFY', 'https://provider.example/base/'],
    ['GOTIFY', 'https://provider.example/base/message'],
    ['APPRISE', 'https://provider.example/base/'],
  ] as const)('%s is sent to %s', (kind, url) => {
    expect(buildRequest(kind, contentOf(item())).url).toBe(url);
  });

  test('nothing that somebody typed mentions anybody or is markup', () => {
    const evil = '<!channel> @everyone <https://evil.example|click> **bold** [a](https://evil.example) &amp; _x_ `y`';
    const content = contentOf(item({ rule: evil, host: evil }));
    const slack = buildRequest('SLACK', content).json;
    expect(slack).toMatchObject({ mrkdwn: false, unfurl_links: false });
    expect(slack.text).not.toMatch(/[<>]/);
    expect(slack.text).toContain('&lt;!channel&gt;');
    expect(slack.text).toContain('&amp;amp;');
    const discord = buildRequest('DISCORD', contentOf(item({ rule: evil.slice(0, 80) }))).json as {
      embeds: [{ title: string; description: string }];
    };
    expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(discord.embeds[0].title).toContain('\\@everyone');
    expect(discord.embeds[0].title).not.toMatch(/(^|[^\\])[*_`[\]<>]/);
    expect(buildRequest('TELEGRAM', content).json).not.toHaveProperty('parse_mode');
    expect(buildRequest('GOTIFY', content).json).toMatchObject({
      extras: { 'client::display': { contentType: 'text/plain' } },
    });
    expect(buildRequest('APPRISE', content).json).toMatchObject({ format: 'text', type: 'failure', tag: 'alertas' });
  });

  test('each fits into what its provider takes, whatever is told', () => {
    const long = (length: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength: length });
    const items = fc.array(
      fc
        .record({ rule: long(80), host: long(255), expression: long(500), text: long(500) })
        .map(({ text, ...rest }) =>
          item({ ...rest, atoms: Array(6).fill({ text, value: 1, before: 2, unit: 'percent' }) }),
        ),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(items, (some) => {
        const content = contentOf(...some);
        expect((buildRequest('SLACK', content).json.text as string).length).toBeLessThan(40_000);
        const [embed] = (buildRequest('DISCORD', content).json as { embeds: [{ title: string; description: string }] })
          .embeds;
        expect(embed.title.length).toBeLessThanOrEqual(256);
        expect(embed.description.length).toBeLessThanOrEqual(4096);
        expect((buildRequest('TELEGRAM', content).json.text as string).length).toBeLessThanOrEqual(4096);
        const ntfy = buildRequest('NTFY', content).json as { message: string };
        expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4000);
        for (const kind of Object.keys(formats) as HttpKind[]) {
          expect(buildRequest(kind, content).body.length).toBeLessThan(200_000);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('tokens are in headers where a provider takes them there', () => {
    const secret = { secrets: { url: 'https://provider.example', secret: 'tk_1' } };
    expect(buildRequest('NTFY', contentOf(item()), secret).headers.authorization).toBe('Bearer tk_1');
    expect(buildRequest('GOTIFY', contentOf(item()), secret).headers['x-gotify-key']).toBe('tk_1');
    const none = { secrets: { url: 'https://provider.example' } };
    expect(buildRequest('NTFY', contentOf(item()), none).headers).not.toHaveProperty('authorization');
    expect(buildRequest('NTFY', contentOf(item()), none).json).toMatchObject({ topic: 'alertas', priority: 5 });
  });
});
