import { Migration } from '@mikro-orm/migrations';

/** Adds teachers' classes, and the results of their lessons (decision 115). */
export class Migration041Lessons extends Migration {
  override up(): void {
    this.addSql(`create table school_classes (
      id serial primary key,
      owner_id int not null,
      name varchar(40) not null,
      name_key varchar(720) not null
    )`);
    this.addSql(`alter table school_classes add constraint school_classes_owner_id_name_key_unique
      unique (owner_id, name_key)`);
    this.addSql(`create table lessons (
      id serial primary key,
      school_class_id int not null,
      room_id int not null,
      held_at timestamptz not null,
      exercises int not null,
      kinds varchar(1000) not null,
      constraint lessons_school_class_id_foreign foreign key (school_class_id)
        references school_classes (id) on delete cascade
    )`);
    this.addSql('create index lessons_school_class_id_index on lessons (school_class_id)');
    this.addSql('alter table lessons add constraint lessons_room_id_unique unique (room_id)');
    this.addSql('create index lessons_held_at_index on lessons (held_at)');
    this.addSql(`create table lesson_results (
      id serial primary key,
      lesson_id int not null,
      nickname varchar(30) not null,
      nickname_key varchar(540) not null,
      user_id int null,
      answered int not null,
      solved int not null,
      constraint lesson_results_lesson_id_foreign foreign key (lesson_id) references lessons (id) on delete cascade
    )`);
    this.addSql(`alter table lesson_results add constraint lesson_results_lesson_id_nickname_key_unique
      unique (lesson_id, nickname_key)`);
    this.addSql('create index lesson_results_user_id_index on lesson_results (user_id)');
    this.addSql(`alter table rooms add column school_class_id int null
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
