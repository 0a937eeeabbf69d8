/** What the parts that the sections share say by themselves. */
export const partMessages = {
  cancel: { pt: 'Cancelar', en: 'Cancel' },
  newer: { pt: 'Anteriores', en: 'Previous' },
  older: { pt: 'Próximos', en: 'Next' },
  pages: { pt: 'Páginas: {label}', en: 'Pages: {label}' },
};
