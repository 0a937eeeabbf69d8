/** What the parts that the sections share say by themselves. */
export const partMessages = {
  cancel: { pt: 'Cancelar', en: 'Cancel' },
  ownPassword: { pt: 'Sua própria senha', en: 'Your own password' },
  ownPasswordHint: { pt: 'Para confirmar que é você.', en: 'To confirm that it is you.' },
  newer: { pt: 'Anteriores', en: 'Previous' },
  older: { pt: 'Próximos', en: 'Next' },
  pages: { pt: 'Páginas: {label}', en: 'Pages: {label}' },
};
