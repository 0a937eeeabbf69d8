import type { Text } from '../shared/text.js';

/** The longest text of a version, in characters (contract 6). */
export const CONTENT_MAX_LENGTH = 200_000;

/** How deep quotes and lists may be in each other; a list counts twice, as a list and as its item. */
export const NESTING_MAX = 12;

/** How many paragraphs, headings, quotes, lists, list items, tables, rows and cells a text may have, all together. */
export const BLOCKS_MAX = 20_000;

export const termsMessages = {
  contentMissing: { pt: 'Escreva o texto dos termos.', en: 'Write the text of the terms.' },
  contentTooLong: (length: number): Text => ({
    pt: `O texto tem ${length.toLocaleString('pt-BR')} caracteres; cabem ${CONTENT_MAX_LENGTH.toLocaleString('pt-BR')}.`,
    en: `The text has ${length.toLocaleString('en-GB')} characters; ${CONTENT_MAX_LENGTH.toLocaleString('en-GB')} fit.`,
  }),
  contentUnreadable: {
    pt: 'O texto contém caracteres que não podem ser lidos.',
    en: 'The text contains characters that cannot be read.',
  },
  contentTooDeep: {
    pt: `Há citações ou listas dentro umas das outras demais: a página mostraria o texto sem elas. Use menos de ${NESTING_MAX / 2} níveis.`,
    en: `Quotes or lists are too deep in each other: the page would show the text without them. Use fewer than ${NESTING_MAX / 2} levels.`,
  },
  contentTooManyBlocks: {
    pt: `Há parágrafos, itens de lista, linhas e células de tabela demais: juntos cabem ${BLOCKS_MAX.toLocaleString('pt-BR')}.`,
    en: `There are too many paragraphs, list items, table rows and cells: together ${BLOCKS_MAX.toLocaleString('en-GB')} fit.`,
  },
  contentTooDear: {
    pt: 'O texto demora demais para virar página. Use menos ênfases, links, tabelas e listas, ou tente de novo quando o servidor estiver menos ocupado.',
    en: 'The text takes too long to become a page. Use less emphasis and fewer links, tables and lists, or try again when the server is less busy.',
  },
  changedMeanwhile: {
    pt: 'Esta versão foi mudada por outra pessoa depois que você a abriu. Nada foi salvo: abra a versão de novo e compare.',
    en: 'This version was changed by somebody else after you opened it. Nothing was saved: open it again and compare.',
  },
  noSuchVersion: { pt: 'Não há essa versão dos termos.', en: 'There is no such version of the terms.' },
} satisfies Record<string, Text | ((length: number) => Text)>;
