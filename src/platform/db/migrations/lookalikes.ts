import type { Migration } from '@mikro-orm/migrations';
import { computeLookalikes } from '../../../shared/identity/lookalikes.js';

const ROWS_AT_ONCE = 500;

/**
 * Fills the hashes used to find names that look alike. The rule is imported rather than copied because the columns must
 * contain the values that this version compares with.
 */
export async function fillLookalikes(migration: Migration): Promise<void> {
  const take = `select id, username from users where id > ? order by id limit ${ROWS_AT_ONCE}`;
  for (let last = 0; ; ) {
    const rows = (await migration.execute(take, [last])) as unknown as readonly NamedRow[];
    for (const { id, username } of rows) {
      const { skeletonHash, shownSkeletonHash } = computeLookalikes(username);
      await migration.execute('update users set skeleton_hash = ?, shown_skeleton_hash = ? where id = ?', [
        skeletonHash,
        shownSkeletonHash,
        id,
      ]);
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

interface NamedRow {
  readonly id: number;
  readonly username: string;
}
