import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection, connectionType } from '../../../platform/graphql/connection.type.js';
import type { OpenConnection } from '../../../platform/graphql/connections/connections.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { ForwardArgs, PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import { globalId, localId } from '../../../shared/global-id.js';
import type { Credential } from '../../../shared/identity/viewer.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { AllSessions } from '../../accounts/sessions/all-sessions.js';
import { browserName } from '../../accounts/sessions/browser-name.js';
import { publicSessionId } from '../../accounts/sessions/session.entity.js';
import type { UserDirectory } from '../../accounts/users/user-directory.js';
import { originOfStaff } from '../origin-of-staff.js';
import { LiveSessionType } from './live-session.type.js';
import { OpenSocketType, SocketProof } from './open-socket.type.js';

const LiveSessionConnection = connectionType(LiveSessionType, 'LiveSession');
const OpenSocketConnection = connectionType(OpenSocketType, 'OpenSocket');

interface SessionsDeps {
  readonly userDirectory: UserDirectory;
  readonly allSessions: AllSessions;
  /** The open WebSockets of all nodes. */
  readonly openSockets: {
    /**
     * Lists the sockets, newest first. A key consists of the opening time, the process and the socket's number there.
     */
    page(request: PageRequest<readonly [number, string, number]>): Promise<Page<OpenConnection>>;
    countBySession(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  };
}

/** Lists signed-in browsers and open WebSockets (contract 2, `/admin/`). */
@Resolver()
export class SessionsResolver {
  constructor(private readonly deps: SessionsDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => LiveSessionConnection, {
    description: 'Sessions of all users or one of them, newest login first. For staff.',
  })
  async liveSessions(
    @Args(() => ForwardArgs) paging: ForwardArgs,
    @Arg('username', () => String, {
      nullable: true,
      description: 'Account of the sessions to list, in any spelling; NOT_FOUND if there is none.',
    })
    username: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<LiveSessionType>> {
    const { credential } = await requireViewer(context);
    const { userDirectory, allSessions, openSockets } = this.deps;
    const userId = username ? (await userDirectory.named(username)).id : undefined;
    const page = await allSessions.page({ userId }, readPageRequest(paging, ['time', 'string']));
    const sockets = await openSockets.countBySession(page.items.map(({ id }) => id));
    return buildConnection(page, (session) => ({
      id: globalId('LiveSession', publicSessionId(session)),
      username: session.user.username,
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      address: session.address,
      browser: browserName(session.userAgent),
      isCurrent: sessionIdOf(credential) === session.id,
      sockets: sockets.get(session.id) ?? 0,
    }));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('session_end') })
  @Mutation(() => Boolean, { description: 'Ends one session of a user, with its sockets. For staff.' })
  async endUserSession(
    @Arg('username', () => String, {
      description: 'Any spelling that logs in to the account; NOT_FOUND if there is none.',
    })
    username: string,
    @Arg('id', () => ID, { description: 'Id of one of `liveSessions` of this account.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const origin = await originOfStaff(context);
    await this.deps.allSessions.end(
      await this.deps.userDirectory.named(username),
      localId(id, 'LiveSession', 'Session'),
      origin,
    );
    return true;
  }

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => OpenSocketConnection, {
    description: 'Open WebSockets of all processes, newest first. For staff.',
  })
  async openSockets(@Args(() => PageArgs) paging: PageArgs): Promise<Connection<OpenSocketType>> {
    const page = await this.deps.openSockets.page(readPageRequest(paging, ['time', 'string', 'number']));
    return buildConnection(page, ({ nodeId, number, username, address, since, sessionId, subscriptions }) => ({
      id: globalId('OpenSocket', `${nodeId}:${number}`),
      node: globalId('ServiceNode', nodeId),
      username,
      address,
      since: since.toISOString(),
      by: sessionId === null ? SocketProof.TOKEN : SocketProof.SESSION,
      subscriptions,
    }));
  }
}

function sessionIdOf(credential: Credential): string | undefined {
  return credential.kind === 'session' ? credential.sessionId : undefined;
}
