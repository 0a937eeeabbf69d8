import type { Settings } from '../../../settings/settings.js';
import type { Logger } from '../../../shared/logger.js';
import type { AnalysisProvider } from './analysis-provider.js';
import { Gemini } from './gemini.js';

/** Opens the configured provider; undefined if the analysis is not active (contract 4). */
export function openAnalysisProvider({ ai }: Settings, logger: Logger): AnalysisProvider | undefined {
  if (!ai.enabled) return undefined;
  if (ai.apiKey !== undefined) return new Gemini({ ...ai, apiKey: ai.apiKey });
  logger.log('warn', 'AI_MODE is true but GEMINI_API_KEY is not set: there will be no analysis');
  return undefined;
}
