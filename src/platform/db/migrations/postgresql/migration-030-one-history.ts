import { Migration } from '@mikro-orm/migrations';

/**
 * Moves the first machine's history to the table of all others. Nodes of the previous version still write and read
 * `metrics_chunks`, so triggers keep the first machine's rows in both tables equal; the next version drops them
 * (decision 045). The newest minute of a machine has not been summed up yet.
 */
export class Migration030OneHistory extends Migration {
  override up(): void {
    // A process that writes a machine's minute locks the machine's row first, and must not wait for a table after that.
    this.addSql('select 1 from hosts where not has_agent for update');
    this.addSql(`update hosts set rolled_up_until = coalesce(
        (select max(start_minute) from ${ALL_CHUNKS} where host_number = number and resolution = 0),
        extract(epoch from now())::int / 60)
      where not has_agent`);
    this.#mirror();
    this.addSql(`insert into host_chunks (host_number, resolution, start_minute, data)
      select 1, resolution, start_minute, data from metrics_chunks order by resolution, start_minute`);
    this.#mirrorBack();
  }

  override down(): void {
    for (const [trigger, table] of [
      ['mirror_chunk', 'metrics_chunks'],
      ['mirror_back_written', 'host_chunks'],
      ['mirror_back_deleted', 'host_chunks'],
    ]) {
      this.addSql(`drop trigger ${trigger} on ${table}`);
    }
    for (const name of ['mirror_chunk', 'mirror_chunk_back']) this.addSql(`drop function ${name}`);
    this.addSql('delete from host_chunks where host_number = 1');
    this.addSql('update hosts set rolled_up_until = 0 where not has_agent');
  }

  /** Copies from the old table to the new one. From here on, writers of the old table wait for this transaction. */
  #mirror(): void {
    this.addSql(`create function mirror_chunk() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        delete from host_chunks
          where host_number = 1 and resolution = old.resolution and start_minute = old.start_minute;
      else
        insert into host_chunks (host_number, resolution, start_minute, data)
          values (1, new.resolution, new.start_minute, new.data)
          on conflict (host_number, resolution, start_minute) do update set data = excluded.data;
      end if;
      return null;
    end $$`);
    this.addSql(`create trigger mirror_chunk after insert or update or delete on metrics_chunks
      for each row when (${NOT_MIRRORED}) execute function mirror_chunk()`);
  }

  #mirrorBack(): void {
    this.addSql(`create function mirror_chunk_back() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        delete from metrics_chunks where resolution = old.resolution and start_minute = old.start_minute;
      else
        insert into metrics_chunks (resolution, start_minute, data) values (new.resolution, new.start_minute, new.data)
          on conflict (resolution, start_minute) do update set data = excluded.data;
      end if;
      return null;
    end $$`);
    this.addSql(`create trigger mirror_back_written after insert or update on host_chunks
      for each row when (new.host_number = 1 and ${NOT_MIRRORED}) execute function mirror_chunk_back()`);
    this.addSql(`create trigger mirror_back_deleted after delete on host_chunks
      for each row when (old.host_number = 1 and ${NOT_MIRRORED}) execute function mirror_chunk_back()`);
  }
}

const ALL_CHUNKS = `(select 1 as host_number, resolution, start_minute from metrics_chunks
  union all select host_number, resolution, start_minute from host_chunks) as chunks`;

const NOT_MIRRORED = 'pg_trigger_depth() = 0';
