/** What the components say by themselves. */
export const componentMessages = {
  show: { pt: 'Mostrar', en: 'Show' },
  hide: { pt: 'Ocultar', en: 'Hide' },
  showPassword: { pt: 'Mostrar a senha', en: 'Show the password' },
  hidePassword: { pt: 'Ocultar a senha', en: 'Hide the password' },
  loading: { pt: 'Carregando…', en: 'Loading…' },
  brokenTitle: { pt: 'Esta página não abriu', en: 'This page did not open' },
  brokenText: {
    pt: 'Uma parte dela não chegou, ou o servidor foi atualizado. Recarregue para tentar de novo.',
    en: 'A part of it did not arrive, or the server has been updated. Reload to try again.',
  },
  reload: { pt: 'Recarregar', en: 'Reload' },
  copy: { pt: 'Copiar: {label}', en: 'Copy: {label}' },
  copied: { pt: 'Copiado.', en: 'Copied.' },
  tryAgain: { pt: 'Tentar de novo', en: 'Try again' },
};
