import { Migration } from '@mikro-orm/migrations';

/** Adds classrooms, their participants, the exercises sent to them and the answers (contract 15). */
export class Migration022Classroom extends Migration {
  override up(): void {
    this.addSql(`create table rooms (
      id serial primary key,
      code varchar(6) not null,
      owner_id int not null,
      allows_guests boolean not null default true,
      opened_at timestamptz not null,
      expires_at timestamptz not null,
      closed_at timestamptz null
    )`);
    this.addSql('alter table rooms add constraint rooms_code_unique unique (code)');
    this.addSql('create index rooms_owner_id_index on rooms (owner_id)');
    this.addSql('create index rooms_expires_at_index on rooms (expires_at)');
    this.addSql(`create table room_participants (
      id serial primary key,
      room_id int not null,
      nickname varchar(30) not null,
      nickname_key varchar(540) not null,
      user_id int null,
      secret_hash varchar(64) null,
      joined_at timestamptz not null
    )`);
    this.addSql(`alter table room_participants add constraint room_participants_room_id_foreign
      foreign key (room_id) references rooms (id) on delete cascade`);
    this.addSql(`alter table room_participants add constraint room_participants_room_id_nickname_key_unique
      unique (room_id, nickname_key)`);
    this.addSql(`alter table room_participants add constraint room_participants_room_id_user_id_unique
      unique (room_id, user_id)`);
    this.addSql('create index room_participants_user_id_index on room_participants (user_id)');
    this.addSql(`alter table room_participants add constraint room_participants_secret_hash_unique
      unique (secret_hash)`);
    this.addSql(`create table room_exercises (
      id serial primary key,
      room_id int not null,
      number int not null,
      kind varchar(40) not null,
      level int not null,
      seed varchar(64) not null,
      position int not null,
      sent_at timestamptz not null
    )`);
    this.addSql(`alter table room_exercises add constraint room_exercises_room_id_foreign
      foreign key (room_id) references rooms (id) on delete cascade`);
    this.addSql(`alter table room_exercises add constraint room_exercises_room_id_number_unique
      unique (room_id, number)`);
    this.addSql(`create table room_answers (
      id serial primary key,
      exercise_id int not null,
      participant_id int not null,
      answer varchar(200) not null,
      is_correct boolean not null,
      mistake varchar(500) null,
      tries int not null,
      answered_at timestamptz not null
    )`);
    this.addSql(`alter table room_answers add constraint room_answers_exercise_id_foreign
      foreign key (exercise_id) references room_exercises (id) on delete cascade`);
    this.addSql(`alter table room_answers add constraint room_answers_participant_id_foreign
      foreign key (participant_id) references room_participants (id) on delete cascade`);
    this.addSql(`alter table room_answers add constraint room_answers_exercise_id_participant_id_unique
      unique (exercise_id, participant_id)`);
    this.addSql('create index room_answers_participant_id_index on room_answers (participant_id)');
  }

  override down(): void {
    this.addSql('drop table room_answers');
    this.addSql('drop table room_exercises');
    this.addSql('drop table room_participants');
    this.addSql('drop table rooms');
  }
}
