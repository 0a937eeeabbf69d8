/** What the section of mails says. */
export const mailMessages = {
  title: { pt: 'E-mails de boas-vindas', en: 'Welcome e-mails' },
  about: {
    pt: 'Cada conta nova recebe um e-mail. O que não sai é tentado por um dia; depois fica aqui até alguém mandar tentar de novo.',
    en: 'Every new account is sent one e-mail. What cannot be sent is tried for a day; after that it stays here until somebody has it tried again.',
  },
  off: {
    pt: 'O envio está desligado (EMAIL_MODE é false): contas novas não recebem e-mail, nem quando ele for ligado.',
    en: 'Sending is off (EMAIL_MODE is false): new accounts get no e-mail, nor will they once it is on.',
  },
  counts: { pt: 'Esperando: {waiting}. Falharam: {failed}.', en: 'Waiting: {waiting}. Failed: {failed}.' },
  shown: { pt: 'Mostrar', en: 'Show' },
  all: { pt: 'Todos', en: 'All' },
  states: {
    waiting: { pt: 'Esperando', en: 'Waiting' },
    sent: { pt: 'Enviados', en: 'Sent' },
    failed: { pt: 'Falharam', en: 'Failed' },
  },
  marks: {
    waiting: { pt: 'Esperando', en: 'Waiting' },
    sent: { pt: 'Enviado', en: 'Sent' },
    failed: { pt: 'Falhou', en: 'Failed' },
  },
  empty: { pt: 'Nenhum e-mail aqui.', en: 'No e-mail here.' },
  gone: { pt: 'Conta que não existe mais', en: 'An account that is no more' },
  queued: { pt: 'Na fila desde {moment}', en: 'Queued {moment}' },
  tries: { pt: 'Tentativas: {count}', en: 'Tries: {count}' },
  nextTry: { pt: 'Próxima: {moment}', en: 'Next: {moment}' },
  sentAt: { pt: 'Enviado em {moment}', en: 'Sent {moment}' },
  failedAt: { pt: 'Desistimos em {moment}', en: 'Given up {moment}' },
  retry: { pt: 'Tentar agora', en: 'Try now' },
  retryFor: { pt: 'Tentar agora o e-mail para {name}', en: 'Try the e-mail to {name} now' },
  retryAll: { pt: 'Tentar todos de novo', en: 'Try all again' },
  retried: { pt: 'O e-mail vai ser tentado agora.', en: 'The e-mail is tried now.' },
  retriedAll: {
    pt: 'Tentando agora, do primeiro ao último: {count}.',
    en: 'Being tried now, one after the other: {count}.',
  },
  nothingToRetry: {
    pt: 'Nenhum e-mail falhou: não há o que tentar de novo.',
    en: 'No e-mail has failed: there is nothing to try again.',
  },
};

/** Why a mail was not sent. */
export const mailFailureMessages = {
  noConnection: { pt: 'Sem conexão com o servidor de e-mail', en: 'No connection to the mail server' },
  noTls: { pt: 'O servidor de e-mail não oferece TLS', en: 'The mail server offers no TLS' },
  noAccessToken: { pt: 'O provedor não deu acesso (OAuth 2.0)', en: 'The provider gave no access (OAuth 2.0)' },
  loginRefused: { pt: 'O servidor de e-mail recusou o login', en: 'The mail server refused the login' },
  refused: { pt: 'O servidor recusou este e-mail', en: 'The server refused this e-mail' },
  putOff: { pt: 'O servidor pediu para tentar mais tarde', en: 'The server asked to try later' },
  tooSlow: { pt: 'O servidor de e-mail demorou demais', en: 'The mail server took too long' },
  badAddress: { pt: 'Não é possível escrever para este endereço', en: 'This address cannot be written to' },
  unexpected: { pt: 'Falha inesperada; veja o registro', en: 'Unexpected failure; see the log' },
};
