import { Migration } from '@mikro-orm/migrations';

/** Adds teachers' classes, and the results of their lessons (decision 115). */
export class Migration041Lessons extends Migration {
  override up(): void {
    this.addSql(`create table school_classes (
      id integer not null primary key autoincrement,
      owner_id integer not null,
      name text not null,
      name_key text not null
    )`);
    this.addSql('create unique index school_classes_owner_id_name_key_unique on school_classes (owner_id, name_key)');
    this.addSql(`create table lessons (
      id integer not null primary key autoincrement,
      school_class_id integer not null,
      room_id integer not null,
      held_at datetime not null,
      exercises integer not null,
      kinds text not null,
      constraint lessons_school_class_id_foreign foreign key (school_class_id)
        references school_classes (id) on delete cascade
    )`);
    this.addSql('create index lessons_school_class_id_index on lessons (school_class_id)');
    this.addSql('create unique index lessons_room_id_unique on lessons (room_id)');
    this.addSql('create index lessons_held_at_index on lessons (held_at)');
    this.addSql(`create table lesson_results (
      id integer not null primary key autoincrement,
      lesson_id integer not null,
      nickname text not null,
      nickname_key text not null,
      user_id integer null,
      answered integer not null,
      solved integer not null,
      constraint lesson_results_lesson_id_foreign foreign key (lesson_id) references lessons (id) on delete cascade
    )`);
    this.addSql(`create unique index lesson_results_lesson_id_nickname_key_unique
      on lesson_results (lesson_id, nickname_key)`);
    this.addSql('create index lesson_results_user_id_index on lesson_results (user_id)');
    this.addSql(`alter table rooms add column school_class_id integer null
      constraint rooms_school_class_id_foreign references school_classes (id) on delete set null`);
    this.addSql('create index rooms_school_class_id_index on rooms (school_class_id)');
  }

  override down(): void {
    this.addSql('drop index rooms_school_class_id_index');
    this.addSql('alter table rooms drop column school_class_id');
    this.addSql('drop table lesson_results');
    this.addSql('drop table lessons');
    this.addSql('drop table school_classes');
  }
}
