import { Migration } from '@mikro-orm/migrations';

/** Adds the recipient and time of the last attempt to send a mail, used to limit mails to an address (decision 063). */
export class Migration010MailRecipients extends Migration {
  override up(): void {
    this.addSql('alter table outbox_mails add column recipient varchar(43) null');
    this.addSql('alter table outbox_mails add column tried_at timestamptz null');
    this.addSql('create index outbox_mails_recipient_tried_at_index on outbox_mails (recipient, tried_at)');
  }

  override down(): void {
    this.addSql('drop index outbox_mails_recipient_tried_at_index');
    this.addSql('alter table outbox_mails drop column tried_at');
    this.addSql('alter table outbox_mails drop column recipient');
  }
}
