/** The fixed message for a failed calculation, never translated because clients compare it (contract 5). */
export const CALCULATION_ERROR = 'Erro ao calcular';
