import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderTerms } from '../../../../src/features/terms/rendering/terms-html.js';
import { BLOCKS_MAX, NESTING_MAX } from '../../../../src/features/terms/rendering/terms-limits.js';

const html = (markdown: string) => renderTerms(markdown).html;

const NAMES = 'h[2-6]|p|blockquote|ul|ol|li|pre|a|em|strong|code|table|thead|tbody|tr|th|td';
const LINK = '<a href="(?:https?://|mailto:)[^"<>\\s]*" rel="noopener noreferrer nofollow">';
/** Independent list of everything that may reach a page: text, and exact tags. */
const HARMLESS = new RegExp(`^(?:[^<>]|</?(?:${NAMES})>|<(?:hr|br) />|<ol start="\\d{1,9}">|${LINK})*$`, 'i');

/** Inputs that have fooled sanitisers, and pieces to combine into more. */
const PIECES = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '<iframe srcdoc=x>'],
  ...['[a](javascript:alert(1))', '[a](JaVaScRiPt:alert(1))', '[a](java\tscript:alert(1))', '[a](\u0001javascript:a)'],
  ...['[a](&#106;avascript:a)', '[a](&#x6A;avascript&colon;a)', '[a](javascript&Tab;:a)', '[a](%6aavascript:a)'],
  ...['[a](data:text/html,<script>)', '[a](vbscript:a)', '[a](file:///etc/passwd)', '[a](//evil.example)', '[a](/x)'],
  ...['<javascript:alert(1)>', '<data:text/html,x>', '<http://a.example>', '<a@b.example>', '[a](https://a.example)'],
  ...[
    '[a](http://a.example/"onclick="x)',
    '[a](http://a "title\\" onclick=x")',
    '[a](<http://a b>)',
    '[x]: javascript:a',
  ],
  ...['![a](http://a.example/x.png)', '![a](javascript:a)', '[![a](b)](c)', '[x]', '<style>*{}</style>', '<!--', '-->'],
  ...['<![CDATA[', ']]>', '<?php', '<a href="x">', '</p>', '&lt;script&gt;', '&#60;script&#62;', '&amp;lt;', '\u2028'],
  ...['`<b>`', '```<script>\n', '~~~"onload=x\n', '    <script>\n', '> ', '- ', '1. ', '7) ', '# ', '\n===\n', '\n\n'],
  ...['|a|b|\n|-|:-:|\n|<b>|[a](javascript:b)|\n', '*', '_', '**', '\\', '&', '<', '>', '"', "'", '[', '](', ')'],
  ...['\u0000', '\ufffd', '\u202e', '<math><mtext><table><mglyph><style>', '<svg><p><style><g title="</style>', 'x'],
];

describe('the terms as HTML (contract 6, promise 27)', () => {
  test.each([
    ['# Termos\n\n###### Fim', '<h2>Termos</h2>\n<h6>Fim</h6>\n'],
    ['3. a\n4. *b*', '<ol start="3">\n<li>a</li>\n<li><em>b</em></li>\n</ol>\n'],
    [
      '|a|b|\n|-|:-:|\n|c|`d`|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td><code>d</code></td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '[site](https://a.example/?a=1&b=2 "title") <ana@a.example>',
      '<p><a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">site</a> ' +
        '<a href="mailto:ana@a.example" rel="noopener noreferrer nofollow">ana@a.example</a></p>\n',
    ],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
    ['a <b onclick="x">b</b>', '<p>a &lt;b onclick="x"&gt;b&lt;/b&gt;</p>\n'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    ['[a](http:javascript:x) [b](https:/x)', '<p>[a](http:javascript:x) [b](https:/x)</p>\n'],
    ['[a](/conta/)', '<p>[a](/conta/)</p>\n'],
    ['[a]\n\n[a]: https://a.example', '<p>[a]</p>\n<p>[a]: https://a.example</p>\n'],
    ['```html\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>\n'],
  ])('%j', (markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });

  const link = (text: string) => `<a href="https://a.example/x.png" rel="noopener noreferrer nofollow">${text}</a>`;

  test.each([
    ['![Mapa da *sala* 2](https://a.example/x.png "Título")', link('Mapa da <em>sala</em> 2')],
    ['Veja:![Mapa](https://a.example/x.png)!', `Veja:${link('Mapa')}!`],
    ['![a \\* &amp; &lt;b&gt;](https://a.example/x.png)', link('a * &amp; &lt;b&gt;')],
    // Without alternative text, only the URL is left to read.
    [
      '![](https://a.example/x.png) ![ ](https://a.example/x.png)',
      `${link('https://a.example/x.png')} ${link('https://a.example/x.png')}`,
    ],
    // Links must not be nested, so only the text remains inside a link.
    ['[![Mapa](https://b.example/y.png) e mais](https://a.example/x.png)', link('Mapa e mais')],
    ['![a ![b](https://b.example/y.png) [c](https://c.example)](https://a.example/x.png)', link('a b c')],
    // Escaped images, unusable URLs and non-images stay as typed.
    ['\\![Mapa](https://a.example/x.png)', `!${link('Mapa')}`],
    ['![Mapa](javascript:alert(1)) ![Mapa](/x.png) ![Mapa]', '![Mapa](javascript:alert(1)) ![Mapa](/x.png) ![Mapa]'],
    ['Oba!<https://a.example/x.png>', `Oba!${link('https://a.example/x.png')}`],
  ])('of the image %j remains a link with its words', (markdown, expected) => {
    expect(html(markdown)).toBe(`<p>${expected}</p>\n`);
  });

  test.each(PIECES)('%j by itself is harmless', (piece) => {
    expect(html(piece)).toMatch(HARMLESS);
  });

  test('whatever is put together of what has fooled others is harmless', () => {
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    );
    const markdown = fc.array(piece, { maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(markdown, (pieces) => {
        expect(html(pieces.join(''))).toMatch(HARMLESS);
      }),
      { numRuns: 400 },
    );
  });

  test('a link to another scheme is none, however it is written', () => {
    const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'view-source');
    const disguise = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
      (text: string) => [...text].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join(''),
      (text: string) => [...text].join('\t'),
      (text: string) => [...text].join('&Tab;'),
      (text: string) => `\u0001${text}`,
      (text: string) => `&NewLine;${text}`,
      (text: string) => encodeURIComponent(text),
    );
    const shape = fc.constantFrom(
      (address: string) => `[a](${address})`,
      (address: string) => `[a](<${address}>)`,
      (address: string) => `<${address}>`,
      (address: string) => `[a][b]\n\n[b]: ${address}`,
      (address: string) => `> - [*a* \`b\`](${address} "c")`,
    );
    fc.assert(
      fc.property(scheme, disguise, shape, fc.constantFrom(':', '&colon;', '&#58;'), (...[name, hide, as, colon]) => {
        const shown = html(as(`${hide(name)}${colon}alert(1)`));
        expect(shown).toMatch(HARMLESS);
        expect(shown).not.toContain('<a');
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    [NESTING_MAX - 1, true],
    [NESTING_MAX, false],
  ])('quotes %i deep are complete: %s', (depth, complete) => {
    const rendered = renderTerms(`${'> '.repeat(depth)}end`);
    expect([rendered.fault, rendered.html.includes('end')]).toEqual([complete ? undefined : 'tooDeep', complete]);
  });

  test.each([
    [NESTING_MAX / 2 - 1, true],
    [NESTING_MAX / 2, false],
  ])('lists %i deep are complete: %s', (depth, complete) => {
    const rendered = renderTerms(`${'- '.repeat(depth)}end`);
    expect([rendered.fault, rendered.html.includes('end')]).toEqual([complete ? undefined : 'tooDeep', complete]);
  });

  test.each([
    ['paragraphs', 'a\n\n', 1, 0],
    ['items', '- a\n', 2, 1],
    // Around the rows are the table, its head with one row and one cell, and its body.
    ['table rows', '|a|\n', 2, 5],
  ])('as many %s as there may be blocks are rendered, one more is refused', (name, unit, each, around) => {
    const head = name === 'table rows' ? '|a|\n|-|\n' : '';
    const most = Math.floor((BLOCKS_MAX - around) / each);
    expect(renderTerms(head + unit.repeat(most)).fault).toBeUndefined();
    expect(renderTerms(head + unit.repeat(most + 1))).toEqual({ html: '', fault: 'tooManyBlocks' });
  });

  test.each([
    ['quotes', '> '],
    ['quotes by line', '> a\n'],
    ['lists', '- '],
    ['numbered lists', '1. '],
    ['items', '- a\n\n'],
    ['open brackets', '['],
    ['unfinished links', '[a]('],
    ['links', '[a](http://b) '],
    ['images', '![a](http://b) '],
    ['images without words', '![](http://b)'],
    [
      'images in images',
      '![![![![![![![![![![a](http://b)](http://b)](http://b)](http://b)](http://b)](http://b)](http://b)](http://b)](http://b)](http://b)',
    ],
    ['open images', '!['],
    ['unfinished images', '![a]('],
    ['images in links', '[![a](http://b)](http://c)'],
    ['link definitions', `[a]: ${'x'.repeat(1000)}\n[a] `],
    ['emphasis', '*a **b _c '],
    ['code', '`a``b'],
    ['entities', '&amp;'],
    ['angle brackets', '<'],
    ['tables', '|a'],
  ])('200,000 characters of %s make no more than a few times as many', (_name, unit) => {
    const text = unit.repeat(200_000 / unit.length).slice(0, 200_000);
    const rendered = renderTerms(text, Number.POSITIVE_INFINITY);
    expect(rendered.html.length).toBeLessThan(10 * text.length);
    expect(rendered.html).toMatch(/^[^<]*(?:<[^<>]*>[^<>]*)*$/);
  });
});
