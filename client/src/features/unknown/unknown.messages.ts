/** What is said where there is no page. */
export const unknownMessages = {
  title: { pt: 'Página não encontrada', en: 'Page not found' },
  lead: {
    pt: 'Não há nada neste endereço. As páginas que existem estão no menu.',
    en: 'There is nothing at this address. The pages that exist are in the menu.',
  },
};
