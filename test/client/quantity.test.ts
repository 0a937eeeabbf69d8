import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Quantity } from '../../client/src/components/quantity.js';

/** Renders a quantity, with its units in brackets. */
function render(text: string): string {
  return renderToStaticMarkup(createElement(Quantity, { text })).replaceAll(
    /<span class="unit">(.*?)<\/span>/g,
    '[$1]',
  );
}

test.each([
  ['169,2 MB', '169,2[ MB]'],
  ['1,9 MB/s', '1,9[ MB/s]'],
  ['5,5 ms', '5,5[ ms]'],
  ['93,1%', '93,1[%]'],
  ['3 h 10 min', '3[ h] 10[ min]'],
  ['41 °C', '41[ °C]'],
  ['01:31:34', '01:31:34'],
  ['2.047', '2.047'],
  ['desligada', 'desligada'],
  ['–', '–'],
])('the units of %s stand back', (text, marked) => {
  expect(render(text)).toBe(marked);
});
