/** What the section of sessions and connections says. */
export const liveSessionsMessages = {
  sessions: { pt: 'Sessões', en: 'Sessions' },
  sessionsAbout: {
    pt: 'Os navegadores em que alguém entrou, do login mais novo ao mais antigo.',
    en: 'The browsers in which somebody is logged in, from the newest login to the oldest.',
  },
  noSessions: { pt: 'Ninguém está com sessão aberta.', en: 'Nobody has an open session.' },
  unknownBrowser: { pt: 'Navegador desconhecido', en: 'Unknown browser' },
  own: { pt: 'Esta sessão', en: 'This session' },
  ended: { pt: 'Encerrada', en: 'Ended' },
  connected: { pt: 'Conectada: {count}', en: 'Connected: {count}' },
  since: { pt: 'Entrou em {moment}', en: 'Logged in on {moment}' },
  until: { pt: 'até {moment}', en: 'until {moment}' },
  end: { pt: 'Encerrar', en: 'End' },
  endNamed: { pt: 'Encerrar: {username}, {moment}', en: 'End: {username}, {moment}' },
  ask: { pt: 'Encerrar esta sessão de {username}?', en: 'End this session of {username}?' },
  askText: {
    pt: 'A sessão e as conexões dela terminam em segundos. As outras sessões e os tokens de {username} continuam.',
    en: 'The session and its connections end within seconds. Other sessions and the tokens of {username} go on.',
  },
  askOwn: {
    pt: 'É a sua própria sessão: você sairá desta página.',
    en: 'It is your own session: you will leave this page.',
  },
  done: { pt: 'A sessão de {username} terminou.', en: 'The session of {username} has ended.' },
  sockets: { pt: 'Conexões ao vivo', en: 'Live connections' },
  socketsAbout: {
    pt: 'Os WebSockets abertos agora neste processo.',
    en: 'The WebSockets that are open now in this process.',
  },
  noSockets: { pt: 'Ninguém está conectado.', en: 'Nobody is connected.' },
  bySession: { pt: 'Por sessão', en: 'By session' },
  byToken: { pt: 'Por token', en: 'By token' },
  openSince: { pt: 'Desde {moment}', en: 'Since {moment}' },
  subscriptions: { pt: 'Assinaturas: {count}', en: 'Subscriptions: {count}' },
  closed: { pt: 'Fechada', en: 'Closed' },
};
