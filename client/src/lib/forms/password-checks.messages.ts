/** What is said of a password while it is being typed. */
export const passwordCheckMessages = {
  title: { pt: 'A nova senha', en: 'The new password' },
  met: { pt: 'Cumprido:', en: 'Met:' },
  missing: { pt: 'Falta:', en: 'Missing:' },
  longEnough: { pt: 'Tem pelo menos 8 caracteres', en: 'Has at least 8 characters' },
  notOnlyDigits: { pt: 'Não tem só números', en: 'Is not only digits' },
  notLikeYou: {
    pt: 'Não se parece com o seu nome, usuário ou e-mail',
    en: 'Is not like your name, username or e-mail',
  },
  notCommon: { pt: 'E não pode ser uma senha comum.', en: 'And it must not be a common password.' },
  repeated: { pt: 'Está igual nos dois campos', en: 'Is the same in both fields' },
};
