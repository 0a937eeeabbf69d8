import { Migration } from '@mikro-orm/migrations';
import { fillLookalikes } from '../lookalikes.js';

/**
 * Adds classroom places by network, whether a room's door is open, the hashes for finding names that look alike, and
 * deleted accounts without their names.
 */
export class Migration025PlacesAndNames extends Migration {
  override async up(): Promise<void> {
    await this.execute('alter table rooms add column is_door_open boolean not null default true');
    await this.execute("alter table rooms add column opened_from varchar(64) not null default ''");
    await this.execute("alter table room_participants add column joined_from varchar(64) not null default ''");
    await this.execute("alter table users add column skeleton_hash varchar(64) not null default ''");
    await this.execute("alter table users add column shown_skeleton_hash varchar(64) not null default ''");
    await fillLookalikes(this);
    await this.execute('create index users_skeleton_hash_index on users (skeleton_hash)');
    await this.execute('create index users_shown_skeleton_hash_index on users (shown_skeleton_hash)');
    await this.execute('alter table deleted_accounts drop column username');
    await this.execute('alter table deleted_accounts add column name_hash varchar(64) null');
    await this.execute('alter table deleted_accounts add column is_trail_done boolean not null default false');
  }

  /** The names of deleted accounts cannot be restored from their hashes, so rows that arrive late keep them. */
  override down(): void {
    this.addSql('delete from deleted_accounts');
    this.addSql('alter table deleted_accounts drop column is_trail_done');
    this.addSql('alter table deleted_accounts drop column name_hash');
    this.addSql("alter table deleted_accounts add column username varchar(150) not null default ''");
    this.addSql('drop index users_shown_skeleton_hash_index');
    this.addSql('drop index users_skeleton_hash_index');
    this.addSql('alter table users drop column shown_skeleton_hash');
    this.addSql('alter table users drop column skeleton_hash');
    this.addSql('alter table room_participants drop column joined_from');
    this.addSql('alter table rooms drop column opened_from');
    this.addSql('alter table rooms drop column is_door_open');
  }
}
