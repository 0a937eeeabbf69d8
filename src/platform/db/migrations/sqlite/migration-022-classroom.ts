import { Migration } from '@mikro-orm/migrations';

/** Adds classrooms, their participants, the exercises sent to them and the answers (contract 15). */
export class Migration022Classroom extends Migration {
  override up(): void {
    this.addSql(`create table rooms (
      id integer not null primary key autoincrement,
      code text not null,
      owner_id integer not null,
      allows_guests integer not null default true,
      opened_at datetime not null,
      expires_at datetime not null,
      closed_at datetime null
    )`);
    this.addSql('create unique index rooms_code_unique on rooms (code)');
    this.addSql('create index rooms_owner_id_index on rooms (owner_id)');
    this.addSql('create index rooms_expires_at_index on rooms (expires_at)');
    this.addSql(`create table room_participants (
      id integer not null primary key autoincrement,
      room_id integer not null,
      nickname text not null,
      nickname_key text not null,
      user_id integer null,
      secret_hash text null,
      joined_at datetime not null,
      constraint room_participants_room_id_foreign foreign key (room_id) references rooms (id) on delete cascade
    )`);
    this.addSql(`create unique index room_participants_room_id_nickname_key_unique
      on room_participants (room_id, nickname_key)`);
    this.addSql('create unique index room_participants_room_id_user_id_unique on room_participants (room_id, user_id)');
    this.addSql('create index room_participants_user_id_index on room_participants (user_id)');
    this.addSql('create unique index room_participants_secret_hash_unique on room_participants (secret_hash)');
    this.addSql(`create table room_exercises (
      id integer not null primary key autoincrement,
      room_id integer not null,
      number integer not null,
      kind text not null,
      level integer not null,
      seed text not null,
      position integer not null,
      sent_at datetime not null,
      constraint room_exercises_room_id_foreign foreign key (room_id) references rooms (id) on delete cascade
    )`);
    this.addSql('create unique index room_exercises_room_id_number_unique on room_exercises (room_id, number)');
    this.addSql(`create table room_answers (
      id integer not null primary key autoincrement,
      exercise_id integer not null,
      participant_id integer not null,
      answer text not null,
      is_correct integer not null,
      mistake text null,
      tries integer not null,
      answered_at datetime not null,
      constraint room_answers_exercise_id_foreign foreign key (exercise_id)
        references room_exercises (id) on delete cascade,
      constraint room_answers_participant_id_foreign foreign key (participant_id)
        references room_participants (id) on delete cascade
    )`);
    this.addSql(`create unique index room_answers_exercise_id_participant_id_unique
      on room_answers (exercise_id, participant_id)`);
    this.addSql('create index room_answers_participant_id_index on room_answers (participant_id)');
  }

  override down(): void {
    this.addSql('drop table room_answers');
    this.addSql('drop table room_exercises');
    this.addSql('drop table room_participants');
    this.addSql('drop table rooms');
  }
}
