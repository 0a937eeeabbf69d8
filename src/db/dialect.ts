import { SqlitePlatform } from '@mikro-orm/sqlite';
import type { UnitOfWork } from './database.js';

/** Which database answers a unit of work, for the few questions that each is asked in its own words. */
export function dialectOf(em: UnitOfWork): 'sqlite' | 'postgresql' {
  return em.getPlatform() instanceof SqlitePlatform ? 'sqlite' : 'postgresql';
}
