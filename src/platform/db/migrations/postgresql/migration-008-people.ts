import { Migration } from '@mikro-orm/migrations';

/**
 * Adds indexes for the lists of users and sessions, and for the search, which is slower without pg_trgm (decision 020).
 */
export class Migration008People extends Migration {
  override up(): void {
    this.addSql('create index users_is_active_id_index on users (is_active, id)');
    this.addSql('create index users_is_staff_id_index on users (is_staff, id)');
    this.addSql('create index users_is_active_is_staff_id_index on users (is_active, is_staff, id)');
    this.addSql('create index sessions_created_at_index on sessions (created_at)');
    this.addSql(`do $$ begin
      create extension if not exists pg_trgm;
      create index users_search_index on users using gin (
        (chr(10) || lower(username || chr(10) || email || chr(10) || first_name)) gin_trgm_ops
      );
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'The search for users has no index: the role may not create the extension pg_trgm';
    end $$`);
  }

  override down(): void {
    this.addSql('drop index if exists users_search_index');
    this.addSql('drop index sessions_created_at_index');
    this.addSql('drop index users_is_active_is_staff_id_index');
    this.addSql('drop index users_is_staff_id_index');
    this.addSql('drop index users_is_active_id_index');
  }
}
