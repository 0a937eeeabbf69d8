/** What the frame of the administration says, and the names of its sections. */
export const administrationMessages = {
  title: { pt: 'Administração', en: 'Administration' },
  sections: { pt: 'Partes da administração', en: 'Parts of the administration' },
  overview: { pt: 'Visão geral', en: 'Overview' },
  people: { pt: 'Usuários', en: 'Users' },
  liveSessions: { pt: 'Sessões', en: 'Sessions' },
  locks: { pt: 'Bloqueios', en: 'Locks' },
  domains: { pt: 'Domínios', en: 'Domains' },
  audit: { pt: 'Auditoria', en: 'Audit' },
  terms: { pt: 'Termos', en: 'Terms' },
  mails: { pt: 'E-mails', en: 'E-mails' },
};
