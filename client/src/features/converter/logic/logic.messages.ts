/** What the expressions say. */
export const logicMessages = {
  logic: { pt: 'Lógica', en: 'Logic' },
  logicAbout: {
    pt: 'Até 6 variáveis, com AND, OR, XOR, NAND, NOR, XNOR, NOT e parênteses; também em sinais (∧ ∨ ⊕ ¬, & | ^ ~) e em português (E, OU, NÃO).',
    en: 'Up to 6 variables, with AND, OR, XOR, NAND, NOR, XNOR, NOT and brackets; also in signs (∧ ∨ ⊕ ¬, & | ^ ~) and in Portuguese (E, OU, NÃO).',
  },
  expression: { pt: 'Expressão', en: 'Expression' },
  gates: { pt: 'Ou só uma porta', en: 'Or a single gate' },
  readAs: { pt: 'Lida como', en: 'Read as' },
  variables: { pt: 'Variáveis', en: 'Variables' },
  circuit: { pt: 'Circuito', en: 'Circuit' },
  circuitLabel: { pt: 'Circuito de {expression}: sai {result}', en: 'Circuit of {expression}: {result} comes out' },
  circuitTooLarge: {
    pt: 'Portas demais para um desenho. A tabela abaixo tem todas.',
    en: 'Too many gates for a drawing. The table below has all of them.',
  },
  truthTable: { pt: 'Tabela-verdade', en: 'Truth table' },
  truthTableCaption: { pt: 'Tabela-verdade de {expression}', en: 'Truth table of {expression}' },
  row: { pt: 'Linha', en: 'Row' },
  rowLabel: { pt: 'Escolher a linha {inputs}', en: 'Choose the row {inputs}' },
  noVariables: { pt: 'Escolher a única linha', en: 'Choose the only row' },
};
