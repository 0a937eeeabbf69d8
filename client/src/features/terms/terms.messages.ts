/** What the terms page and the word of new terms say. */
export const termsMessages = {
  title: { pt: 'Termos de uso', en: 'Terms of use' },
  version: { pt: 'Versão de {date}', en: 'Version of {date}' },
  edited: { pt: 'Versão de {date}, alterada em {edited}', en: 'Version of {date}, changed on {edited}' },
  changed: { pt: 'Os termos mudaram agora há pouco.', en: 'The terms changed a moment ago.' },
  noneTitle: { pt: 'Ainda não há termos publicados.', en: 'No terms have been published yet.' },
  noneText: {
    pt: 'Quando a administração publicar uma versão, ela aparece aqui na hora.',
    en: 'As soon as the administration publishes a version, it appears here.',
  },
  notice: { pt: 'Há uma nova versão dos termos de uso.', en: 'There is a new version of the terms of use.' },
  read: { pt: 'Ler os termos', en: 'Read the terms' },
  dismiss: { pt: 'Dispensar este aviso', en: 'Dismiss this notice' },
};
