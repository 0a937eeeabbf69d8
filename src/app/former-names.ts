import type { FormerNames } from '../platform/graphql/former-names.js';

const WITH_1_0 = '1.0.0, not before 2027-06-30';

/** Names of fields of earlier versions, which clients and open pages may still use. Add a renamed field only here. */
export const formerNames: FormerNames = {
  Query: {
    nodes: { now: 'serviceNodes', goesWith: '0.4.0, not before 2027-02-28' },
  },
  Mutation: {
    hostAdd: { now: 'addHost', goesWith: WITH_1_0 },
    hostNewToken: { now: 'renewHostToken', goesWith: WITH_1_0 },
    hostRename: { now: 'renameHost', goesWith: WITH_1_0 },
    hostRetire: { now: 'retireHost', goesWith: WITH_1_0 },
    hostSetInterval: { now: 'setHostInterval', goesWith: WITH_1_0 },
    hostSetTags: { now: 'setHostTags', goesWith: WITH_1_0 },
    pushSubscribe: { now: 'subscribeToPush', goesWith: WITH_1_0 },
    pushUnsubscribe: { now: 'unsubscribeFromPush', goesWith: WITH_1_0 },
  },
  LoopDelay: {
    max: { now: 'maxMs', goesWith: WITH_1_0 },
    p50: { now: 'p50Ms', goesWith: WITH_1_0 },
    p99: { now: 'p99Ms', goesWith: WITH_1_0 },
  },
  BusyProcess: { id: { now: 'pid', goesWith: WITH_1_0 } },
  CircuitNode: { id: { now: 'index', goesWith: WITH_1_0 } },
  ExpressionNode: { id: { now: 'index', goesWith: WITH_1_0 } },
};
