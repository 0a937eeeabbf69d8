import type { Text } from '../shared/text.js';

/** The texts of every page of the server. */
export const webMessages = {
  skipToContent: { pt: 'Ir para o conteúdo', en: 'Skip to content' },
  tagline: { pt: 'Vigia, início', en: 'Vigia, home' },
  languages: { pt: 'Idiomas', en: 'Languages' },
  needsScript: {
    pt: 'Esta página precisa de JavaScript. Ative-o no navegador e recarregue.',
    en: 'This page needs JavaScript. Turn it on in the browser and reload.',
  },
  backHome: { pt: 'Voltar ao início', en: 'Back to the start' },
  tryAgain: { pt: 'Tentar de novo', en: 'Try again' },
  minutesAndSeconds: { pt: 'minutos e segundos até lá', en: 'minutes and seconds to go' },
  waitIsOver: { pt: 'O tempo passou: já se pode tentar de novo.', en: 'The time is over: you can try again.' },
  internalTitle: { pt: 'Algo falhou do nosso lado', en: 'Something failed on our side' },
  internalText: {
    pt: 'O erro ficou registrado. Tente de novo; se continuar, informe o código a quem administra.',
    en: 'The error has been recorded. Try again; if it goes on, give the code to the administrator.',
  },
  failureId: { pt: 'Código', en: 'Code' },
  notFoundTitle: { pt: 'Página não encontrada', en: 'Page not found' },
  forbiddenTitle: { pt: 'Acesso negado', en: 'Access denied' },
  busyTitle: { pt: 'Um momento', en: 'One moment' },
  tooManyTitle: { pt: 'Tentativas demais', en: 'Too many attempts' },
  invalidTitle: { pt: 'Pedido inválido', en: 'Invalid request' },
  hostNotServed: {
    pt: 'Este serviço não atende por este nome de host.',
    en: 'This service does not answer to this host name.',
  },
} satisfies Record<string, Text>;
