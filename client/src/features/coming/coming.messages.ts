/** Headings of the pages to come, and what can be said of them today. */
export const comingMessages = {
  unknown: {
    title: { pt: 'Página não encontrada', en: 'Page not found' },
    lead: {
      pt: 'Não há nada neste endereço. As páginas que existem estão no menu.',
      en: 'There is nothing at this address. The pages that exist are in the menu.',
    },
  },
};
