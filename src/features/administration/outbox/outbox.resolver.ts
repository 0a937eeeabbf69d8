import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { MessageState } from '../../../platform/outbox/outbox-message.entity.js';
import { localId } from '../../../shared/global-id.js';
import { originOfStaff } from '../origin-of-staff.js';
import type { MailTests } from './mail-tests.js';
import type { OutboxAdmin } from './outbox-admin.js';
import {
  MailStateType,
  MailStatusType,
  MailTestType,
  OutboxMailConnection,
  OutboxMailType,
  shapeOutboxMail,
} from './outbox-mail.type.js';

interface OutboxDeps {
  readonly outboxAdmin: OutboxAdmin;
  readonly mailTests: MailTests;
  readonly mailIsOn: boolean;
}

/** Lists the outbox for staff and retries failed mails (contract 7, promise 35). */
@Resolver()
export class OutboxResolver {
  constructor(private readonly deps: OutboxDeps) {}

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => MailStatusType, { description: 'Whether mail is sent, and how many mails wait or have failed.' })
  async mailStatus(): Promise<MailStatusType> {
    return { isOn: this.deps.mailIsOn, ...(await this.deps.outboxAdmin.counts()) };
  }

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(25) })
  @Query(() => OutboxMailConnection, { description: 'Mails, newest first; sent ones are kept for two weeks.' })
  async outbox(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg('state', () => MailStateType, {
      nullable: true,
      description: 'State of the messages to list; all if omitted.',
    })
    state: MessageState | null | undefined,
  ): Promise<Connection<OutboxMailType>> {
    const request = readPageRequest(paging, ['number']);
    return buildConnection(await this.deps.outboxAdmin.page(request, state ?? undefined), shapeOutboxMail);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('the mail goes to whom it was for, with what it was to say'),
    ...audited('mail_retry'),
  })
  @Mutation(() => OutboxMailType, {
    description: 'Sends a mail immediately, and retries it for another day if that fails.',
  })
  async retryMail(
    @Arg('id', () => ID, { description: 'Id of one of `outbox`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<OutboxMailType> {
    return shapeOutboxMail(await this.deps.outboxAdmin.retry(localId(id, 'OutboxMail'), await originOfStaff(context)));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 10, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('mail_test') })
  @Mutation(() => MailTestType, {
    description: 'Sends a test mail at once, past the outbox, and returns what the mail server answered.',
  })
  async sendTestMail(
    @Arg('address', () => String, { description: 'Where to send it.' }) address: string,
    @Ctx() context: GraphQLContext,
  ): Promise<MailTestType> {
    const { mailTests } = this.deps;
    const outcome = await mailTests.send(address, context.mailLanguage, await originOfStaff(context));
    return { isAccepted: outcome.reason === null, ...outcome };
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 10, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('the mails go to whom they were for, with what they were to say'),
    ...audited('mail_retry'),
  })
  @Mutation(() => Int, {
    description: 'Retries every mail that has failed so far, given up or waiting. Returns their number.',
  })
  async retryFailedMails(@Ctx() context: GraphQLContext): Promise<number> {
    return this.deps.outboxAdmin.retryAll(await originOfStaff(context));
  }
}
