import type { ConverterProps } from '../features/converter/converter-props';
import type { ConverterTab, ConverterTabs } from '../features/converter/converter-tab';
import { fetchWhole, lazyPart, type Part } from '../lib/i18n/lazy-part';

interface TabParts extends Omit<ConverterTab, 'Content'> {
  /**
   * Fetches a module whose default export is a component built from `ConverterSection` and whose `messages` resolves
   * once its translations are loaded.
   */
  fetchPart(): Promise<Part<ConverterProps>>;
}

/**
 * Every tab of the converter, in page order. A new one needs an entry here and its path in `src/app/client-pages.ts`.
 */
const entries: readonly [TabParts, ...TabParts[]] = [
  {
    word: 'bits',
    name: 'ui.converter.tab.bits',
    parameters: [],
    usesNumber: true,
    fetchPart: () => import('./converter-bits'),
  },
  {
    word: 'passos',
    name: 'ui.converter.tab.steps',
    parameters: ['to', 'stepsOpen'],
    usesNumber: true,
    fetchPart: () => import('../features/converter/steps/steps-section'),
  },
  {
    word: 'operacoes',
    name: 'ui.converter.tab.operations',
    parameters: ['operation', 'value2'],
    usesNumber: true,
    fetchPart: () => import('../features/converter/operations/operations-section'),
  },
  {
    word: 'fracoes',
    name: 'ui.converter.tab.fractions',
    parameters: ['fraction', 'fractionFrom', 'fractionTo'],
    fetchPart: () => import('../features/converter/fractions/fractions-section'),
  },
  {
    word: 'flutuante',
    name: 'ui.converter.tab.float',
    parameters: ['float', 'format'],
    fetchPart: () => import('../features/converter/float/float-section'),
  },
  {
    word: 'logica',
    name: 'ui.converter.tab.logic',
    parameters: ['expression', 'inputs'],
    fetchPart: () => import('../features/converter/logic/logic-section'),
  },
  {
    word: 'formas',
    name: 'ui.converter.tab.forms',
    parameters: ['outputs', 'compared'],
    fetchPart: () => import('../features/converter/forms/forms-section'),
  },
  {
    word: 'praticar',
    name: 'ui.converter.tab.practice',
    parameters: ['exercise', 'level', 'parts', 'seed'],
    fetchPart: () => import('../features/converter/practice/practice-section'),
  },
];

const [first, ...others] = entries;

/** The tabs; the content of each is fetched when first shown. */
export const converterTabs: ConverterTabs = [withContent(first), ...others.map(withContent)];

function withContent({ fetchPart, ...tab }: TabParts): ConverterTab {
  return { ...tab, Content: lazyPart(fetchPart) };
}

/** Fetches the content of a tab in parallel with what the page needs before it is shown. */
export async function fetchTab({ word }: ConverterTab): Promise<void> {
  const entry = entries.find((entry) => entry.word === word);
  if (entry) await fetchWhole(entry.fetchPart);
}

/** Prefetches the contents of all tabs, so that switching tabs works without a round trip. */
export async function fetchTabs(): Promise<void> {
  for (const { fetchPart } of entries) await fetchWhole(fetchPart);
}
