/** What the first page says. */
export const homeMessages = {
  title: { pt: 'Início', en: 'Home' },
  morning: { pt: 'Bom dia', en: 'Good morning' },
  afternoon: { pt: 'Boa tarde', en: 'Good afternoon' },
  evening: { pt: 'Boa noite', en: 'Good evening' },
  now: { pt: 'Neste momento', en: 'Right now' },
  ways: { pt: 'Por onde seguir', en: 'Where to go' },
  monitoring: {
    name: { pt: 'Monitoramento', en: 'Monitoring' },
    about: {
      pt: 'Processador, memória e disco do servidor, ao vivo.',
      en: 'Processor, memory and disk of the server, live.',
    },
  },
  converter: {
    name: { pt: 'Conversor', en: 'Converter' },
    about: {
      pt: 'Bases numéricas e lógica. Em uma próxima versão.',
      en: 'Number bases and logic. In a later version.',
    },
  },
  account: {
    name: { pt: 'Conta', en: 'Account' },
    about: {
      pt: 'Seus dados e sua senha. Em uma próxima versão.',
      en: 'Your details and your password. In a later version.',
    },
  },
  playground: {
    name: { pt: 'Playground', en: 'Playground' },
    about: {
      pt: 'Consultas e assinaturas GraphQL, com a sua sessão.',
      en: 'GraphQL queries and subscriptions, with your session.',
    },
  },
};
