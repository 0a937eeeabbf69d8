import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import { type AnyEntity, MikroORM, type Options } from '@mikro-orm/sqlite';

type Entities = NonNullable<Options['entities']>;

/** Metadata discovered and functions compiled by the first ORM in a process. */
interface KnownEntities {
  readonly metadata: MetadataStorage;
  readonly hydrator: ReturnType<MikroORM['config']['getHydrator']>;
  readonly comparator: ReturnType<MikroORM['config']['getComparator']>;
}

const known = new WeakMap<Entities, KnownEntities>();

/**
 * Does the same as `MikroORM.init`, but reuses known entities. Discovering them would take most of its time, and the
 * functions compiled for them would be slow at first in each test. The connection, driver and units of work are new.
 */
export async function initWithKnownEntities(options: Options): Promise<MikroORM> {
  const { entities = [] } = options;
  const before = known.get(entities);
  if (before) return new OrmOfKnownEntities(options, before);
  const orm = await MikroORM.init(options);
  const metadata = orm.getMetadata();
  const { config } = orm;
  known.set(entities, {
    metadata,
    hydrator: config.getHydrator(metadata),
    comparator: config.getComparator(metadata),
  });
  return orm;
}

class OrmOfKnownEntities extends MikroORM {
  constructor(options: Options, { metadata, hydrator, comparator }: KnownEntities) {
    super({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } });
    Object.assign(this.config, { getHydrator: () => hydrator, getComparator: () => comparator });
    const getMetadata = (entity?: EntityMetadata<AnyEntity>['class']) => (entity ? metadata.get(entity) : metadata);
    Object.assign(this, { getMetadata });
    this.driver.setMetadata(metadata);
    this.em = Object.assign(this.driver.createEntityManager() as MikroORM['em'], { global: true });
    // Entities find their metadata through their prototypes, which another database's ORM may have overwritten in
    // between.
    metadata.decorate(this.em);
  }
}
