/** The fixed text of a failure, in the same language everywhere because clients compare it (contract 5). */
export const CALCULATION_ERROR = 'Erro ao calcular';
