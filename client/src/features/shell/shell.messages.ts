/** What the frame of the signed-in pages says. */
export const shellMessages = {
  skip: { pt: 'Ir para o conteúdo', en: 'Skip to content' },
  brand: { pt: 'Vigia, página inicial', en: 'Vigia, home page' },
  navigation: { pt: 'Páginas', en: 'Pages' },
  home: { pt: 'Início', en: 'Home' },
  monitoring: { pt: 'Monitoramento', en: 'Monitoring' },
  converter: { pt: 'Conversor', en: 'Converter' },
  terms: { pt: 'Termos', en: 'Terms' },
  administration: { pt: 'Administração', en: 'Administration' },
  account: { pt: 'Conta', en: 'Account' },
  playground: { pt: 'Playground', en: 'Playground' },
  menu: { pt: 'Menu', en: 'Menu' },
  ownAccount: { pt: 'Sua conta, {name}', en: 'Your account, {name}' },
  logout: { pt: 'Sair', en: 'Log out' },
};
