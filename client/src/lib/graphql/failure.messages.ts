/** What the page says when the server could not be asked. */
export const failureMessages = {
  unreachable: {
    pt: 'Sem conexão com o servidor. Nada se perdeu: tente de novo daqui a pouco.',
    en: 'No connection to the server. Nothing is lost: try again in a moment.',
  },
};
