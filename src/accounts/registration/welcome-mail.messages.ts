/** What the mail says that greets a new account. */
export const welcomeMailMessages = {
  subject: { pt: 'Sua conta no Vigia está pronta', en: 'Your Vigia account is ready' },
  headingTo: (name: string) => ({ pt: `Boas-vindas ao Vigia, ${name}.`, en: `Welcome to Vigia, ${name}.` }),
  heading: { pt: 'Boas-vindas ao Vigia.', en: 'Welcome to Vigia.' },
  readyFor: (username: string) => ({
    pt: `Sua conta está pronta. Entre com o nome de usuário “${username}” e a sua senha.`,
    en: `Your account is ready. Log in with the username “${username}” and your password.`,
  }),
  ready: {
    pt: 'Sua conta está pronta. Entre com o seu nome de usuário e a sua senha.',
    en: 'Your account is ready. Log in with your username and your password.',
  },
  inside: {
    pt: 'Lá dentro você acompanha a máquina ao vivo, com o que ela fez nos últimos dias, converte números de uma base para outra vendo cada passo, e experimenta operações lógicas.',
    en: 'Inside, you watch the machine live, with what it has done over the last days, convert numbers from one base to another and see every step, and try logic operations.',
  },
  logIn: { pt: 'Entrar no Vigia', en: 'Log in to Vigia' },
  note: (host: string) => ({
    pt: `Você recebe este e-mail uma única vez, porque uma conta foi criada com este endereço em ${host}. Se não foi você, pode ignorá-lo.`,
    en: `You receive this e-mail once, because an account was created with this address at ${host}. If that was not you, you can ignore it.`,
  }),
};
