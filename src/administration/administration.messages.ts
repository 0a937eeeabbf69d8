/** What the operations of the staff say. */
export const administrationMessages = {
  notATimestamp: {
    pt: 'Escreva um momento com fuso horário, como 2026-11-21T14:03:00Z.',
    en: 'Write a moment with a time zone, such as 2026-11-21T14:03:00Z.',
  },
};
