import type { Message } from '../../../lib/say';
import type { AuditEvent } from './audit.operations';

/** What happened, in words. */
const events: Readonly<Record<AuditEvent['event'], Message>> = {
  REGISTER: { pt: 'Conta criada', en: 'Account created' },
  LOGIN: { pt: 'Entrada', en: 'Login' },
  TOKEN_REFRESH: { pt: 'Token renovado', en: 'Token refreshed' },
  LOGOUT: { pt: 'Saída', en: 'Logout' },
  PROFILE_CHANGE: { pt: 'Perfil alterado', en: 'Profile changed' },
  PASSWORD_CHANGE: { pt: 'Troca da própria senha', en: 'Own password changed' },
  PASSWORD_SET: { pt: 'Senha definida pela equipe', en: 'Password set by staff' },
  SESSION_END: { pt: 'Sessão encerrada', en: 'Session ended' },
  OTHER_SESSIONS_END: { pt: 'Outras sessões encerradas', en: 'Other sessions ended' },
  SESSIONS_END: { pt: 'Todas as sessões encerradas', en: 'All sessions ended' },
  ACTIVATE: { pt: 'Conta ativada', en: 'Account activated' },
  DEACTIVATE: { pt: 'Conta desativada', en: 'Account deactivated' },
  STAFF_GRANT: { pt: 'Entrou na equipe', en: 'Made staff' },
  STAFF_REVOKE: { pt: 'Saiu da equipe', en: 'No longer staff' },
  UNLOCK: { pt: 'Bloqueio aberto', en: 'Lock opened' },
  TERMS_CREATE: { pt: 'Versão dos termos criada', en: 'Terms version created' },
  TERMS_UPDATE: { pt: 'Versão dos termos alterada', en: 'Terms version changed' },
  DOMAIN_BLOCK: { pt: 'Domínio bloqueado', en: 'Domain blocked' },
  DOMAIN_UNBLOCK: { pt: 'Domínio liberado', en: 'Domain unblocked' },
  MAIL_RETRY: { pt: 'Novo envio de e-mail', en: 'Mail tried again' },
  IMPORT: { pt: 'Importação', en: 'Import' },
};

const results: Readonly<Record<AuditEvent['result'], Message>> = {
  SUCCESS: { pt: 'Sucesso', en: 'Success' },
  FAILURE: { pt: 'Falha', en: 'Failure' },
  LOCKED_OUT: { pt: 'Falha que bloqueou', en: 'Failure that locked' },
};

const doors: Readonly<Record<AuditEvent['door'], Message>> = {
  FORM: { pt: 'Formulário', en: 'Form' },
  ADMIN: { pt: 'Entrada da administração', en: 'Administration login' },
  TOKEN: { pt: 'API REST', en: 'REST API' },
  GRAPHQL: { pt: 'GraphQL', en: 'GraphQL' },
  CLI: { pt: 'Linha de comando', en: 'Command line' },
};

/** What the section of the audit trail says. */
export const auditMessages = {
  events,
  results,
  doors,
  title: { pt: 'Auditoria', en: 'Audit' },
  about: {
    pt: 'O que aconteceu com contas e ajustes, do mais novo ao mais antigo. Fica por um ano; das falhas, as 500 mil mais novas.',
    en: 'What happened to accounts and settings, the newest first. Kept for a year; of failures, the newest 500,000.',
  },
  list: { pt: 'Eventos', en: 'Events' },
  empty: { pt: 'Nenhum evento assim.', en: 'No such event.' },
  username: { pt: 'Nome de usuário', en: 'Username' },
  actor: { pt: 'Feito por', en: 'Done by' },
  event: { pt: 'Evento', en: 'Event' },
  result: { pt: 'Resultado', en: 'Result' },
  door: { pt: 'Porta', en: 'Door' },
  address: { pt: 'Endereço IP', en: 'IP address' },
  from: { pt: 'De', en: 'From' },
  to: { pt: 'Até antes de', en: 'Until before' },
  any: { pt: 'Qualquer', en: 'Any' },
  filter: { pt: 'Filtrar', en: 'Filter' },
  clear: { pt: 'Limpar filtros', en: 'Clear filters' },
  filters: { pt: 'Filtros', en: 'Filters' },
  nobody: { pt: 'nenhum nome', en: 'no name' },
  by: { pt: 'por {actor}', en: 'by {actor}' },
  nothing: { pt: 'nada', en: 'nothing' },
  became: { pt: 'passou a', en: 'became' },
  showAll: { pt: 'Mostrar tudo', en: 'Show all' },
  export: { pt: 'Exportar CSV', en: 'Export CSV' },
  exporting: { pt: '{count} eventos…', en: '{count} events…' },
  cancelExport: { pt: 'Cancelar exportação', en: 'Cancel the export' },
  exported: { pt: 'Exportados: {count} eventos.', en: 'Exported: {count} events.' },
  fileName: { pt: 'vigia-auditoria-{date}.csv', en: 'vigia-audit-{date}.csv' },
};
