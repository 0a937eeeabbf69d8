import type { Text } from '../../shared/text.js';

/** What the rules of blocked domains say. */
export const blocklistMessages = {
  notADomain: {
    pt: 'Escreva um domínio completo, como exemplo.com.',
    en: 'Write a whole domain, such as example.com.',
  },
  publicSuffix: {
    pt: 'Sob este domínio qualquer um registra o seu: bloqueá-lo fecharia a porta a um país inteiro.',
    en: 'Anybody registers under this domain: to block it would shut out a whole country.',
  },
  inUse: (accounts: number): Text => ({
    pt: `${accountsText(accounts).pt} um endereço deste domínio ou de um abaixo dele. Confirme para bloqueá-lo assim mesmo.`,
    en: `${accountsText(accounts).en} an address at this domain or below it. Confirm to block it all the same.`,
  }),
  provider: {
    pt: 'Muita gente tem o e-mail neste domínio. Confirme para bloqueá-lo assim mesmo.',
    en: 'Many people have their mail at this domain. Confirm to block it all the same.',
  },
  notAdded: {
    pt: 'Este domínio não foi acrescentado aqui; os dos arquivos só se tiram dos arquivos.',
    en: 'This domain has not been added here; those of the files are removed from the files only.',
  },
} satisfies Record<string, Text | ((accounts: number) => Text)>;

function accountsText(accounts: number): Text {
  return accounts === 1
    ? { pt: '1 conta usa', en: '1 account has' }
    : { pt: `${accounts} contas usam`, en: `${accounts} accounts have` };
}
