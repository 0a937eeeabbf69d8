/** What the overview of the administration says. */
export const overviewMessages = {
  title: { pt: 'O serviço', en: 'The service' },
  well: { pt: 'Tudo em ordem.', en: 'All is well.' },
  attention: { pt: 'Pede atenção', en: 'Needs attention' },
  slowLoop: {
    pt: 'O serviço demora a atender: o que estava na vez esperou até {ms} ms neste minuto ou no anterior. Veja se a máquina está ocupada demais ou se o disco está lento.',
    en: 'The service is slow to answer: what was due waited up to {ms} ms in this minute or the one before. See whether the machine is too busy, or the disk slow.',
  },
  samplerLate: {
    pt: 'Faltam amostras desde {time}. Veja no registro por que a máquina não responde.',
    en: 'Samples have been missing since {time}. The log says why the machine does not answer.',
  },
  samplerFailure: {
    pt: 'A máquina não pôde ser lida na última vez ({reason}). O registro tem os detalhes.',
    en: 'The machine could not be read the last time ({reason}). The log has the details.',
  },
  stale: {
    pt: 'Não respondem a tempo, e mostram números antigos: {parts}.',
    en: 'These do not answer in time, and show old figures: {parts}.',
  },
  unreachable: {
    pt: 'Sem resposta do serviço: os números são de {time}.',
    en: 'No answer from the service: the figures are of {time}.',
  },
  version: { pt: 'Versão', en: 'Version' },
  uptime: { pt: 'No ar há', en: 'Running for' },
  since: { pt: 'desde {moment}', en: 'since {moment}' },
  database: { pt: 'Banco de dados', en: 'Database' },
  loop: { pt: 'Espera pela vez', en: 'Wait for a turn' },
  loopDetail: { pt: 'metade até {p50} ms; pior {max} ms', en: 'half up to {p50} ms; worst {max} ms' },
  memory: { pt: 'Memória do processo', en: 'Memory of the process' },
  sampler: { pt: 'Última amostra', en: 'Last sample' },
  every: { pt: 'a cada {seconds} s', en: 'every {seconds} s' },
  history: { pt: 'Histórico', en: 'History' },
  historyDetail: { pt: '{count} trechos', en: '{count} stretches' },
  sockets: { pt: 'Conexões ao vivo', en: 'Live connections' },
  analysis: { pt: 'Análise por IA', en: 'AI analysis' },
  active: { pt: 'ativa', en: 'active' },
  inactive: { pt: 'desligada', en: 'off' },
  newest: { pt: 'Últimos eventos', en: 'Newest events' },
  none: { pt: 'Ainda não aconteceu nada.', en: 'Nothing has happened yet.' },
  all: { pt: 'Ver toda a auditoria', en: 'See the whole audit' },
};
