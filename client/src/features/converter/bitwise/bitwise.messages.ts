/** What the operations bit by bit say. */
export const bitwiseMessages = {
  bitwise: { pt: 'Operação bit a bit', en: 'Bit by bit' },
  bitwiseAbout: {
    pt: 'O número de cima e outro, coluna por coluna, em {width} bits.',
    en: 'The number above and another, column by column, in {width} bits.',
  },
  operation: { pt: 'Operação', en: 'Operation' },
  secondNumber: { pt: 'O outro número', en: 'The other number' },
  secondHint: { pt: 'Decimal, ou com 0b, 0o ou 0x na frente.', en: 'Decimal, or with 0b, 0o or 0x in front.' },
  tooLarge: { pt: 'Não cabe em {width} bits.', en: 'It does not fit into {width} bits.' },
  firstTooLarge: {
    pt: 'O número de cima não cabe em {width} bits: escolha mais bits.',
    en: 'The number above does not fit into {width} bits: choose more bits.',
  },
  bitwiseCaption: {
    pt: '{first} {operation} {second}, coluna por coluna',
    en: '{first} {operation} {second}, column by column',
  },
  position: { pt: 'Posição', en: 'Position' },
  result: { pt: 'Resultado', en: 'Result' },
  withoutSign: { pt: 'sem sinal', en: 'unsigned' },
  withSign: { pt: 'em complemento de dois', en: 'in two’s complement' },
};
