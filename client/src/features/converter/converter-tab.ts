import type { ComponentType } from 'react';
import type { MessageKey } from '../../lib/i18n/t';
import { paths } from '../../paths';
import type { ConverterProps } from './converter-props';

export interface ConverterTab {
  /** Its path segment: `/sistema/conversor/<word>/`. The server serves the same paths (`src/app/client-pages.ts`). */
  readonly word: string;
  readonly name: MessageKey;
  /** Query parameters that select this tab if the path names none, for links that predate tabs. */
  readonly parameters: readonly string[];
  /** Whether the tab uses the number, which is then shown beside it. */
  readonly usesNumber?: true;
  readonly Content: ComponentType<ConverterProps>;
}

export type ConverterTabs = readonly [ConverterTab, ...ConverterTab[]];

export function tabPath({ word }: ConverterTab): string {
  return `${paths.converter}${word}/`;
}

/**
 * Returns the tab for a URL. If the path names none, returns the last tab with a query parameter (the page once showed
 * all of them one below the other), otherwise the first.
 */
export function tabAt(tabs: ConverterTabs, path: string, query: string): ConverterTab {
  const named = tabs.find((tab) => `${path}/`.startsWith(tabPath(tab)));
  const given = new URLSearchParams(query);
  return named ?? tabs.findLast(({ parameters }) => parameters.some((name) => given.has(name))) ?? tabs[0];
}
