/** What the outbox says. */
export const mailMessages = {
  noSuchMail: {
    pt: 'Não há e-mail por enviar com esse número.',
    en: 'There is no unsent mail of that number.',
  },
};
