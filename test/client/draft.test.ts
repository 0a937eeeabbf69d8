import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ViewerContext } from '../../client/src/lib/session/viewer.js';
import { createStore } from '../../client/src/lib/state/store.js';

test('what was typed is still there when React throws the first rendering of a form away', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('addEventListener', () => {});
  const stored = new Map([['vigia.draft.ana.terms', JSON.stringify({ content: 'Typed' })]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
  const { useDraft } = await import('../../client/src/lib/forms/use-draft.js');
  const Form = () => {
    const { values, restored } = useDraft('terms', { content: '' });
    return createElement('p', null, `${values.content}, ${restored}`);
  };
  const viewer = createStore({ username: 'ana', firstName: 'Ana', isStaff: false, mayOperate: false });
  // Like React, discards an interrupted rendering: no effect of the first one runs.
  const render = () => renderToString(createElement(ViewerContext, { value: viewer }, createElement(Form)));
  expect(render()).toBe('<p>Typed, true</p>');
  expect(render()).toBe('<p>Typed, true</p>');
});
