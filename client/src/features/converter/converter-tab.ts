import type { ComponentType } from 'react';
import type { MessageKey } from '../../lib/i18n/t';
import { paths } from '../../paths';
import type { ConverterProps } from './converter-props';

/** A tab of the converter. */
export interface ConverterTab {
  /**
   * Its word in the address: `/sistema/conversor/<word>/`. The server has the same addresses
   * (`src/app/client-pages.ts`).
   */
  readonly word: string;
  readonly name: MessageKey;
  /** The names in a query string that mean this tab where the address names none, as before there were tabs. */
  readonly parameters: readonly string[];
  /** Whether it works with the number, which is then shown beside it. */
  readonly usesNumber?: true;
  readonly Content: ComponentType<ConverterProps>;
}

/** All tabs, in the order of the page. */
export type ConverterTabs = readonly [ConverterTab, ...ConverterTab[]];

/** The address of a tab, without a query string. */
export function tabPath({ word }: ConverterTab): string {
  return `${paths.converter}${word}/`;
}

/**
 * The tab of an address. Without a word it is the last one that the query string has something for, as the page once
 * showed all of them one below the other; the first one if there is none.
 */
export function tabAt(tabs: ConverterTabs, path: string, query: string): ConverterTab {
  const named = tabs.find((tab) => `${path}/`.startsWith(tabPath(tab)));
  const given = new URLSearchParams(query);
  return named ?? tabs.findLast(({ parameters }) => parameters.some((name) => given.has(name))) ?? tabs[0];
}
