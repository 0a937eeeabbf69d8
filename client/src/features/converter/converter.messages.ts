/** What the converter says. */
export const converterMessages = {
  title: { pt: 'Conversor', en: 'Converter' },
  lead: {
    pt: 'Um número em várias bases, bit por bit e passo a passo; e expressões lógicas com sua tabela e seu circuito.',
    en: 'A number in several bases, bit by bit and step by step; and logic expressions with their table and circuit.',
  },

  number: { pt: 'Número', en: 'Number' },
  numberAbout: {
    pt: 'Escreva em qualquer campo: os outros acompanham, com todos os algarismos.',
    en: 'Type into any field: the others follow, with every digit.',
  },
  base: {
    2: { pt: 'Binário', en: 'Binary' },
    8: { pt: 'Octal', en: 'Octal' },
    10: { pt: 'Decimal', en: 'Decimal' },
    16: { pt: 'Hexadecimal', en: 'Hexadecimal' },
    other: { pt: 'Outra base', en: 'Another base' },
  },
  baseNumber: { pt: 'base {base}', en: 'base {base}' },
  chooseBase: { pt: 'Base', en: 'Base' },
  inBase: { pt: 'Número na base {base}', en: 'Number in base {base}' },
  share: { pt: 'Copiar o endereço', en: 'Copy the address' },
  shareLabel: {
    pt: 'leva a esta página com tudo o que está escrito nela',
    en: 'leads to this page with all that is typed into it',
  },

  bits: { pt: 'Bits', en: 'Bits' },
  bitsAbout: {
    pt: 'Clique em um bit para trocá-lo. Com o teclado: setas para andar, espaço para trocar.',
    en: 'Click a bit to flip it. By keyboard: arrows to move, space to flip.',
  },
  width: { pt: 'Quantos bits', en: 'How many bits' },
  reading: { pt: 'Ler os bits', en: 'Read the bits' },
  readUnsigned: { pt: 'Sem sinal', en: 'Unsigned' },
  readSigned: { pt: 'Complemento de dois', en: 'Two’s complement' },
  switches: {
    pt: 'Bits do número, do mais alto ao mais baixo',
    en: 'Bits of the number, from the highest to the lowest',
  },
  bitLabel: { pt: 'Bit {position}, vale {weight}', en: 'Bit {position}, worth {weight}' },
  signBitLabel: { pt: 'Bit {position}, o do sinal, vale {weight}', en: 'Bit {position}, the sign, worth {weight}' },
  signBit: { pt: 'sinal', en: 'sign' },
  noNumber: {
    pt: 'Escreva um número inteiro em um dos campos para ver seus bits.',
    en: 'Write a whole number into one of the fields to see its bits.',
  },

  kept: { pt: 'Como a máquina guarda o número', en: 'How a machine keeps the number' },
  range: { pt: 'Cabe de {minimum} a {maximum}', en: 'Fits from {minimum} to {maximum}' },
  kinds: {
    UNSIGNED: { pt: 'Sem sinal', en: 'Unsigned' },
    TWOS_COMPLEMENT: { pt: 'Complemento de dois', en: 'Two’s complement' },
    SIGN_AND_MAGNITUDE: { pt: 'Sinal e magnitude', en: 'Sign and magnitude' },
  },
  doesNotFit: {
    pt: 'Não cabe: só de {minimum} a {maximum}. Os bits mais altos se perdem.',
    en: 'Does not fit: only from {minimum} to {maximum}. The high bits are lost.',
  },
  overflow: {
    pt: 'O número não cabe em {width} bits ({reading}: de {minimum} a {maximum}). O que fica dele vale {decimal}.',
    en: 'The number does not fit into {width} bits ({reading}: from {minimum} to {maximum}). What is left of it means {decimal}.',
  },
};
