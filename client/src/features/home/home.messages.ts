/** What the first page says. */
export const homeMessages = {
  title: { pt: 'Início', en: 'Home' },
  morning: { pt: 'Bom dia', en: 'Good morning' },
  afternoon: { pt: 'Boa tarde', en: 'Good afternoon' },
  evening: { pt: 'Boa noite', en: 'Good evening' },
  now: { pt: 'É isto que a máquina está fazendo agora.', en: 'This is what the machine is doing now.' },
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
      pt: 'Bases numéricas, bits e lógica, passo a passo.',
      en: 'Number bases, bits and logic, step by step.',
    },
  },
  account: {
    name: { pt: 'Conta', en: 'Account' },
    about: {
      pt: 'Seus dados, senha, sessões, idioma e tema.',
      en: 'Your details, password, sessions, language and theme.',
    },
  },
  terms: {
    name: { pt: 'Termos', en: 'Terms' },
    about: {
      pt: 'Termos de uso e privacidade, e desde quando valem.',
      en: 'Terms of use and privacy, and since when they hold.',
    },
  },
  administration: {
    name: { pt: 'Administração', en: 'Administration' },
    about: {
      pt: 'Contas, sessões, auditoria e o estado do serviço, para a equipe.',
      en: 'Accounts, sessions, audit and how the service is, for staff.',
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
