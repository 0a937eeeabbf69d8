/** Large mail providers, which are hardly ever blocked on purpose. */
const PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com outlook.com.br hotmail.com hotmail.com.br live.com msn.com yahoo.com yahoo.com.br
  ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de mail.com mail.ru
  yandex.com yandex.ru zoho.com fastmail.com hey.com tutanota.com uol.com.br bol.com.br terra.com.br ig.com.br
  globo.com globomail.com r7.com oi.com.br sapo.pt`.split(/\s+/),
);

export function isMailProvider(domain: string): boolean {
  return PROVIDERS.has(domain);
}
