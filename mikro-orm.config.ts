import { entities } from './src/app/entities.js';
import { databaseOptions } from './src/platform/db/database.js';
import { processEnvironment } from './src/settings/environment.js';
import { readSettings } from './src/settings/settings.js';

/**
 * Configuration for MikroORM's command line (`npm run orm -- schema:update --dump`): the service's own database and
 * tables.
 */
export default await databaseOptions(readSettings(processEnvironment()).database, entities);
