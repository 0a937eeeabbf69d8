import { Migration } from '@mikro-orm/migrations';

/** Adds the version of the sheet and the notation to exercises of rooms (decisions 112, 114). */
export class Migration040RoomSheets extends Migration {
  override up(): void {
    // Exercises of before are of the first version, the only one that rooms knew.
    this.addSql('alter table room_exercises add column version int not null default 1');
    this.addSql('alter table room_exercises add column notation varchar(20) null');
  }

  override down(): void {
    // Of another version, the same kind, level, seed and position are another exercise. Their rooms take no further one,
    // whose number would be taken.
    this.addSql(`update rooms set closed_at = coalesce(closed_at, opened_at)
      where id in (select room_id from room_exercises where version <> 1)`);
    this.addSql('delete from room_exercises where version <> 1');
    this.addSql('alter table room_exercises drop column notation');
    this.addSql('alter table room_exercises drop column version');
  }
}
