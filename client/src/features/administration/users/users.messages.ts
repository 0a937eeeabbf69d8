/** What the section of the accounts says. */
export const usersMessages = {
  title: { pt: 'Usuários', en: 'Users' },
  about: {
    pt: 'As contas, da mais nova à mais antiga. A lista se atualiza sozinha.',
    en: 'The accounts, from the newest to the oldest. The list keeps itself up to date.',
  },
  search: { pt: 'Procurar', en: 'Search' },
  searchHint: {
    pt: 'Parte do nome de usuário, do e-mail ou do nome; até duas letras, o começo do nome de usuário.',
    en: 'Part of the username, the e-mail address or the first name; up to two letters, the beginning of the username.',
  },
  which: { pt: 'Quais contas', en: 'Which accounts' },
  all: { pt: 'Todas', en: 'All' },
  active: { pt: 'Ativas', en: 'Active' },
  inactive: { pt: 'Inativas', en: 'Inactive' },
  staff: { pt: 'Equipe', en: 'Staff' },
  none: { pt: 'Nenhuma conta encontrada.', en: 'No account was found.' },
  own: { pt: 'Sua conta', en: 'Your account' },
  isInactive: { pt: 'Inativa', en: 'Inactive' },
  gone: { pt: 'Fora desta lista', en: 'No more in this list' },
  joined: { pt: 'Desde {moment}', en: 'Since {moment}' },
  lastLogin: { pt: 'Entrou em {moment}', en: 'Logged in on {moment}' },
  neverLoggedIn: { pt: 'Nunca entrou', en: 'Never logged in' },
  lastStaff: {
    pt: 'Última conta ativa da equipe: não pode ser desativada nem sair da equipe. Inclua outra conta ativa na equipe antes.',
    en: 'The last active account of the staff: it can be neither deactivated nor leave the staff. Add another active account to the staff first.',
  },
  newAccount: { pt: 'Nova conta', en: 'New account' },
  closeForm: { pt: 'Fechar o formulário', en: 'Close the form' },
  create: { pt: 'Criar conta', en: 'Create an account' },
  createAbout: {
    pt: 'Valem as mesmas regras do cadastro. A pessoa pode trocar a senha depois de entrar.',
    en: 'The rules are those of the registration. The person can change the password after logging in.',
  },
  created: { pt: 'Conta {username} criada.', en: 'Account {username} created.' },
  restored: {
    pt: 'O que você tinha digitado está aqui. A conta ainda não foi criada.',
    en: 'What you had typed is here. The account is not created yet.',
  },
  username: { pt: 'Nome de usuário', en: 'Username' },
  firstName: { pt: 'Nome', en: 'First name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  password: { pt: 'Senha', en: 'Password' },
  newPassword: { pt: 'Nova senha', en: 'New password' },
  asStaff: { pt: 'Faz parte da equipe: abre a administração', en: 'Is staff: may open the administration' },
};

/** Each thing that can be done to an account: the button, the question, what will happen, and what has happened. */
export const actMessages = {
  activate: {
    button: { pt: 'Ativar', en: 'Activate' },
    ask: { pt: 'Ativar {username}?', en: 'Activate {username}?' },
    text: {
      pt: '{username} poderá entrar de novo. As sessões e os tokens de antes continuam encerrados.',
      en: '{username} may log in again. Sessions and tokens from before stay ended.',
    },
    done: { pt: '{username} pode entrar de novo.', en: '{username} may log in again.' },
  },
  deactivate: {
    button: { pt: 'Desativar', en: 'Deactivate' },
    ask: { pt: 'Desativar {username}?', en: 'Deactivate {username}?' },
    text: {
      pt: 'Todas as sessões, tokens e conexões de {username} terminam em segundos, e não será possível entrar com essa conta.',
      en: 'All sessions, tokens and connections of {username} end within seconds, and nobody can log in with the account.',
    },
    done: { pt: '{username} não pode mais entrar.', en: '{username} may log in no more.' },
  },
  grant: {
    button: { pt: 'Incluir na equipe', en: 'Add to the staff' },
    ask: { pt: 'Incluir {username} na equipe?', en: 'Add {username} to the staff?' },
    text: {
      pt: '{username} poderá abrir a administração e fazer tudo o que você faz aqui, já na próxima página.',
      en: '{username} may open the administration and do all that you do here, from the next page on.',
    },
    done: { pt: '{username} faz parte da equipe.', en: '{username} is staff.' },
  },
  revoke: {
    button: { pt: 'Tirar da equipe', en: 'Remove from the staff' },
    ask: { pt: 'Tirar {username} da equipe?', en: 'Remove {username} from the staff?' },
    text: {
      pt: '{username} deixa de abrir a administração, em segundos também nas páginas abertas. A conta continua ativa.',
      en: '{username} can open the administration no more, within seconds in open pages too. The account stays active.',
    },
    done: { pt: '{username} não faz mais parte da equipe.', en: '{username} is staff no more.' },
  },
  endSessions: {
    button: { pt: 'Encerrar sessões', en: 'End sessions' },
    ask: { pt: 'Encerrar as sessões de {username}?', en: 'End the sessions of {username}?' },
    text: {
      pt: 'Todas as sessões, tokens e conexões de {username} terminam em segundos. É possível entrar de novo com a mesma senha.',
      en: 'All sessions, tokens and connections of {username} end within seconds. One may log in again with the same password.',
    },
    done: {
      pt: 'As sessões e os tokens de {username} terminaram.',
      en: 'The sessions and tokens of {username} have ended.',
    },
  },
  setPassword: {
    button: { pt: 'Nova senha', en: 'New password' },
    ask: { pt: 'Dar nova senha a {username}?', en: 'Give {username} a new password?' },
    text: {
      pt: 'A senha de agora deixa de valer, e todas as sessões, tokens e conexões de {username} terminam em segundos.',
      en: 'The present password is valid no more, and all sessions, tokens and connections of {username} end within seconds.',
    },
    done: { pt: 'A nova senha de {username} já vale.', en: 'The new password of {username} is valid.' },
  },
};
