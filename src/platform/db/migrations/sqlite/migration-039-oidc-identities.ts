import { Migration } from '@mikro-orm/migrations';

/** Adds people at an OpenID Connect provider, the sessions they open, and accounts exempt from OIDC_ONLY (decision 110). */
export class Migration039OidcIdentities extends Migration {
  override up(): void {
    this.addSql(`create table oidc_identities (
      id integer not null primary key autoincrement,
      user_id integer not null,
      issuer text not null,
      subject text not null,
      name text not null,
      has_second_factor integer not null default false,
      created_at datetime not null,
      last_login_at datetime null,
      constraint oidc_identities_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create unique index oidc_identities_issuer_subject_unique on oidc_identities (issuer, subject)');
    this.addSql('create index oidc_identities_user_id_index on oidc_identities (user_id)');
    this.addSql(`alter table sessions add column identity_id integer null
      constraint sessions_identity_id_foreign references oidc_identities (id) on delete cascade`);
    this.addSql('alter table sessions add column provider_session text null');
    this.addSql('alter table sessions add column sealed_id_token text null');
    this.addSql('alter table sessions add column has_provider_factor integer not null default false');
    this.addSql('create index sessions_identity_id_index on sessions (identity_id)');
    this.addSql('create index sessions_provider_session_index on sessions (provider_session)');
    this.addSql('alter table users add column is_break_glass integer not null default false');
  }

  override down(): void {
    this.addSql('alter table users drop column is_break_glass');
    // People of a provider cannot sign in without it, and their sessions would no longer end with it.
    this.addSql('delete from sessions where identity_id is not null');
    this.addSql('drop index sessions_provider_session_index');
    this.addSql('drop index sessions_identity_id_index');
    this.addSql('alter table sessions drop column has_provider_factor');
    this.addSql('alter table sessions drop column sealed_id_token');
    this.addSql('alter table sessions drop column provider_session');
    this.addSql('alter table sessions drop column identity_id');
    this.addSql('drop table oidc_identities');
  }
}
