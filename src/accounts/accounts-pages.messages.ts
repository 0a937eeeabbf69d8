import type { Text } from '../shared/text.js';

/** What the pages for login and registration say. */
export const accountPageMessages = {
  loginTitle: { pt: 'Entrar', en: 'Log in' },
  loginLead: {
    pt: 'Veja a sua máquina ao vivo e aprenda bases e lógica.',
    en: 'Watch your machine live, and learn bases and logic.',
  },
  adminLoginTitle: { pt: 'Administração', en: 'Administration' },
  adminLoginLead: { pt: 'Entre com uma conta da equipe.', en: 'Log in with a staff account.' },
  registerTitle: { pt: 'Criar conta', en: 'Create an account' },
  registerLead: { pt: 'Leva um minuto.', en: 'It takes a minute.' },
  username: { pt: 'Nome de usuário', en: 'Username' },
  usernameHint: {
    pt: 'Letras, números e @ . + - _ (não só números).',
    en: 'Letters, digits and @ . + - _ (not only digits).',
  },
  firstName: { pt: 'Nome', en: 'First name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  password: { pt: 'Senha', en: 'Password' },
  passwordHint: { pt: 'E não pode ser uma senha comum.', en: 'And it must not be a common password.' },
  longEnough: { pt: 'Tem pelo menos 8 caracteres', en: 'Has at least 8 characters' },
  notOnlyDigits: { pt: 'Não tem só números', en: 'Is not only digits' },
  notLikeYou: {
    pt: 'Não se parece com o seu nome, usuário ou e-mail',
    en: 'Is not like your name, username or e-mail',
  },
  repeated: { pt: 'Está igual nos dois campos', en: 'Is the same in both fields' },
  passwordAgain: { pt: 'Repita a senha', en: 'Repeat the password' },
  logIn: { pt: 'Entrar', en: 'Log in' },
  register: { pt: 'Criar conta', en: 'Create account' },
  registered: { pt: 'Conta criada. Agora entre com ela.', en: 'Account created. Now log in with it.' },
  noAccountYet: { pt: 'Ainda não tem conta?', en: 'No account yet?' },
  accountAlready: { pt: 'Já tem conta?', en: 'Have an account already?' },
} satisfies Record<string, Text>;
