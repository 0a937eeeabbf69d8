/** What the steps by hand say. */
export const stepMessages = {
  steps: { pt: 'Passo a passo', en: 'Step by step' },
  stepsAbout: { pt: 'Como se faz à mão.', en: 'How it is done by hand.' },
  stepsTo: { pt: 'Da base {from} para', en: 'From base {from} to' },
  stepsResult: { pt: 'Resultado', en: 'Result' },
  unfold: { pt: 'Ver os passos', en: 'Show the steps' },
  stepsCut: {
    pt: 'Aqui estão {shown} de {total} passos: os outros seguem do mesmo modo.',
    en: 'Here are {shown} of {total} steps: the others go on in the same way.',
  },
  stages: {
    PLACE_VALUE: {
      pt: 'Cada algarismo vale o seu tanto vezes a base elevada à posição, contada da direita. A soma é o número decimal.',
      en: 'Each digit counts times the base to the power of its position, counted from the right. The sum is the decimal number.',
    },
    DIVISION: {
      pt: 'Divida pela base até o quociente ser 0. Os restos, lidos de baixo para cima, são os algarismos.',
      en: 'Divide by the base until the quotient is 0. The remainders, read from the bottom up, are the digits.',
    },
    DIGIT_TO_BITS: {
      pt: 'Cada algarismo são sempre os mesmos {bits} bits.',
      en: 'Each digit is always the same {bits} bits.',
    },
    BITS_TO_DIGIT: {
      pt: 'Junte os bits de {bits} em {bits}, a partir da direita: cada grupo é um algarismo.',
      en: 'Put the bits into groups of {bits}, from the right: each group is a digit.',
    },
  },
  placeValues: { pt: 'O que vale cada algarismo', en: 'What each digit is worth' },
  divisions: { pt: 'Divisões sucessivas', en: 'Divisions in a row' },
  digit: { pt: 'Algarismo', en: 'Digit' },
  worth: { pt: 'A posição vale', en: 'The place is worth' },
  product: { pt: 'Produto', en: 'Product' },
  sum: { pt: 'Soma', en: 'Sum' },
  dividend: { pt: 'Dividendo', en: 'Dividend' },
  quotient: { pt: 'Quociente', en: 'Quotient' },
  remainder: { pt: 'Resto', en: 'Remainder' },
  asDigit: { pt: 'Algarismo', en: 'Digit' },
  signStays: { pt: 'O sinal − fica na frente e não participa.', en: 'The sign − stays in front and takes no part.' },
};
