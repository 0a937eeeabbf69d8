/** The fixed text of a failure, the same in every language because clients compare it (contract 5). */
export const CALCULATION_ERROR = 'Erro ao calcular';
