import type { ComponentType } from 'react';
import type { MessageKey } from '../../lib/i18n/t';
import { paths } from '../../paths';
import type { ConverterProps } from './converter-props';

export interface ConverterTab {
  /**
   * Its word in the address: `/sistema/conversor/<word>/`. The server has the same addresses
   * (`src/app/client-pages.ts`).
   */
  readonly word: string;
  readonly name: MessageKey;
  /** Query parameters that select this tab if the address names none, for links from before there were tabs. */
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
 * Returns the tab of an address. Without a word, returns the last tab with a query parameter (the page once showed all
 * of them below each other), otherwise the first.
 */
export function tabAt(tabs: ConverterTabs, path: string, query: string): ConverterTab {
  const named = tabs.find((tab) => `${path}/`.startsWith(tabPath(tab)));
  const given = new URLSearchParams(query);
  return named ?? tabs.findLast(({ parameters }) => parameters.some((name) => given.has(name))) ?? tabs[0];
}
