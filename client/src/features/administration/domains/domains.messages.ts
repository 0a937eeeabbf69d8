/** What the section of blocked domains says. */
export const domainsMessages = {
  title: { pt: 'Domínios bloqueados', en: 'Blocked domains' },
  about: {
    pt: 'Ninguém cria conta com um endereço destes domínios, nem troca o seu por um deles. Eles se somam às listas de e-mail descartável e valem na hora.',
    en: 'Nobody creates an account with an address at one of these, or changes to one. They add to the lists of disposable mail, and count at once.',
  },
  add: { pt: 'Bloquear um domínio', en: 'Block a domain' },
  domainHint: {
    pt: 'Como exemplo.com; vale também para os subdomínios.',
    en: 'Such as example.com; its subdomains count too.',
  },
  check: { pt: 'Verificar', en: 'Check' },
  block: { pt: 'Bloquear', en: 'Block' },
  blockTitle: { pt: 'Bloquear {domain}?', en: 'Block {domain}?' },
  noAccounts: { pt: 'Nenhuma conta tem endereço neste domínio.', en: 'No account has an address at this domain.' },
  oneAccount: {
    pt: 'Uma conta tem endereço neste domínio. Ela continua como está e pode entrar.',
    en: 'One account has an address at this domain. It stays as it is and can log in.',
  },
  accounts: {
    pt: '{count} contas têm endereço neste domínio. Elas continuam como estão e podem entrar.',
    en: '{count} accounts have an address at this domain. They stay as they are and can log in.',
  },
  provider: {
    pt: 'Atenção: muita gente tem o e-mail neste domínio.',
    en: 'Careful: many people have their mail at this domain.',
  },
  already: {
    OWN: {
      pt: 'A lista que vem com o Vigia já bloqueia {domain}.',
      en: 'The list that comes with Vigia blocks {domain} already.',
    },
    OPERATOR: {
      pt: 'O arquivo do operador já bloqueia {domain}.',
      en: 'The file of the operator blocks {domain} already.',
    },
    STAFF: { pt: '{domain} já está bloqueado aqui.', en: '{domain} is blocked here already.' },
  },
  blocked: { pt: '{domain} está bloqueado.', en: '{domain} is blocked.' },
  search: { pt: 'Procurar na lista', en: 'Look in the list' },
  list: { pt: 'Domínios acrescentados', en: 'Domains that were added' },
  empty: { pt: 'Nenhum domínio foi acrescentado.', en: 'No domain has been added.' },
  noneFound: { pt: 'Nenhum domínio com “{search}”.', en: 'No domain with “{search}”.' },
  added: { pt: 'desde {moment}', en: 'since {moment}' },
  addedBy: { pt: 'por {name}', en: 'by {name}' },
  unblock: { pt: 'Liberar', en: 'Unblock' },
  unblockThis: { pt: 'Liberar {domain}', en: 'Unblock {domain}' },
  unblocked: { pt: '{domain} foi liberado.', en: '{domain} has been unblocked.' },
};
