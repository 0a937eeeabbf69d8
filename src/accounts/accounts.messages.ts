import { durationText, type Text } from '../shared/text.js';

/** What the account forms and errors say. */
export const accountMessages = {
  required: { pt: 'Este campo é obrigatório.', en: 'This field is required.' },
  blank: { pt: 'Este campo não pode ficar em branco.', en: 'This field may not be blank.' },
  notText: { pt: 'Não é um texto válido.', en: 'Not a valid string.' },
  usernameTooLong: {
    pt: 'Use no máximo 150 caracteres.',
    en: 'Use at most 150 characters.',
  },
  usernameCharacters: {
    pt: 'Use apenas letras, números e os caracteres @ . + - _',
    en: 'Use only letters, digits and the characters @ . + - _',
  },
  usernameOnlyDigits: {
    pt: 'O nome de usuário não pode ter apenas números.',
    en: 'The username cannot consist only of digits.',
  },
  usernameTaken: {
    pt: 'Esse nome de usuário já existe. Escolha outro.',
    en: 'That username already exists. Choose another.',
  },
  emailMalformed: {
    pt: 'Escreva um e-mail válido, como nome@exemplo.com.',
    en: 'Write a valid e-mail address, such as name@example.com.',
  },
  emailDisposable: {
    pt: 'Endereços descartáveis não são aceitos. Use o seu e-mail de sempre.',
    en: 'Disposable addresses are not accepted. Use your usual e-mail address.',
  },
  nameTooLong: { pt: 'Use no máximo 150 caracteres.', en: 'Use at most 150 characters.' },
  nameControlCharacters: {
    pt: 'O nome não pode ter caracteres de controle.',
    en: 'The name cannot have control characters.',
  },
  passwordTooShort: {
    pt: 'A senha precisa ter pelo menos 8 caracteres.',
    en: 'The password must have at least 8 characters.',
  },
  malformedText: { pt: 'Há caracteres que não podem ser lidos.', en: 'Some characters cannot be read.' },
  passwordTooLong: { pt: 'A senha passa de 4.096 bytes.', en: 'The password is over 4,096 bytes.' },
  passwordLikeUsername: {
    pt: 'A senha é parecida demais com o nome de usuário.',
    en: 'The password is too similar to the username.',
  },
  passwordLikeFirstName: {
    pt: 'A senha é parecida demais com o nome.',
    en: 'The password is too similar to the first name.',
  },
  passwordLikeEmail: {
    pt: 'A senha é parecida demais com o e-mail.',
    en: 'The password is too similar to the e-mail address.',
  },
  passwordCommon: {
    pt: 'Esta senha é comum demais: muita gente a usa.',
    en: 'This password is too common: many people use it.',
  },
  passwordOnlyDigits: {
    pt: 'A senha não pode ter apenas números.',
    en: 'The password cannot be entirely numeric.',
  },
  passwordsDiffer: { pt: 'As duas senhas não são iguais.', en: 'The two passwords are not the same.' },
  wrongCredentials: {
    pt: 'Usuário ou senha incorretos. Confira e tente de novo.',
    en: 'Wrong username or password. Check them and try again.',
  },
  noActiveAccount: {
    pt: 'Usuário e/ou senha incorreto(s).',
    en: 'No active account found with the given credentials.',
  },
  lockedOut: (seconds: number) => ({
    pt: `Houve tentativas demais com este nome. Tente de novo em ${durationText(seconds)}.`,
    en: `There were too many attempts with this name. Try again in ${durationText(seconds)}.`,
  }),
  tooManyRegistrations: (seconds: number) => ({
    pt: `Muitas contas foram criadas a partir desta rede. Tente de novo em ${durationText(seconds)}.`,
    en: `Many accounts have been created from this network. Try again in ${durationText(seconds)}.`,
  }),
  noSuchAccount: { pt: 'Não há conta com esse nome.', en: 'There is no account of that name.' },
  lastStaffAccount: {
    pt: 'É a última conta ativa com acesso à administração. Dê o acesso a outra conta ativa antes.',
    en: 'It is the last active account with access to the administration. Give that to another active account first.',
  },
  noSuchSession: { pt: 'Essa sessão não existe ou já terminou.', en: 'There is no such session, or it has ended.' },
  oldPasswordWrong: { pt: 'Esta não é a sua senha atual.', en: 'This is not your present password.' },
  reauthenticationRequired: {
    pt: 'Isto pede também a sua própria senha: envie-a em ownPassword.',
    en: 'This needs your own password as well: send it as ownPassword.',
  },
  ownPasswordElsewhere: {
    pt: 'A sua própria senha você troca na página da conta, com a senha atual.',
    en: 'You change your own password on the account page, with your present one.',
  },
  tokenNotValid: { pt: 'O token é inválido ou expirado.', en: 'Token is invalid or expired.' },
} satisfies Record<string, Text | ((seconds: number) => Text)>;
