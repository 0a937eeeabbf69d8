/** Headings of the pages to come, and what can be said of them today. */
export const comingMessages = {
  terms: {
    title: { pt: 'Termos de uso', en: 'Terms of use' },
    lead: {
      pt: 'Os termos de uso e a política de privacidade chegam a esta página em uma próxima versão.',
      en: 'The terms of use and the privacy policy come to this page in a later version.',
    },
  },
  unknown: {
    title: { pt: 'Página não encontrada', en: 'Page not found' },
    lead: {
      pt: 'Não há nada neste endereço. As páginas que existem estão no menu.',
      en: 'There is nothing at this address. The pages that exist are in the menu.',
    },
  },
};
