import { SECURITY_EVENTS_TOPIC } from '../features/administration/audit/security-events.resolver.js';
import type { Incident } from '../features/alerts/incidents/incident.entity.js';
import {
  INCIDENTS_TOPIC,
  OPEN_SHOWN_MAX,
  VISIBLE_INCIDENTS_TOPIC,
} from '../features/alerts/incidents/incident-feed.js';
import {
  type LiveRooms,
  ROOM_ANSWERS_TOPIC,
  ROOM_EXERCISE_TOPIC,
} from '../features/classroom/subscriptions/live-rooms.js';
import type { NamedHosts } from '../features/monitoring/hosts/named-hosts.js';
import {
  type AccessOf,
  HOST_SAMPLE_TOPIC,
  HOSTS_TOPIC,
  type HostPushes,
  type HostsTopicId,
  type SampleTopicId,
} from '../features/monitoring/hosts/subscriptions/host-pushes.js';
import type { VisibleHosts } from '../features/monitoring/hosts/visible-hosts.js';
import { SAMPLE_TOPIC } from '../features/monitoring/sampler.js';
import { DeferredEvents } from '../platform/graphql/deferred-events.js';
import { type StatesTopic, TopicPubSub } from '../platform/graphql/pub-sub.js';

interface TopicSources {
  readonly liveRooms: LiveRooms;
  readonly hostPushes: HostPushes;
  readonly namedHosts: NamedHosts;
  readonly visibleHosts: VisibleHosts;
}

/** The open incidents that a new subscriber receives immediately. */
const openIncidents: StatesTopic = {
  keyOf: (incident) => (incident as Incident).id,
  isKept: (incident) => (incident as Incident).endedAt === null,
  max: OPEN_SHOWN_MAX,
};

/** Creates the topics of subscriptions (decision 011). */
export function createTopics(): TopicPubSub {
  return new TopicPubSub([SECURITY_EVENTS_TOPIC], { [INCIDENTS_TOPIC]: openIncidents });
}

/** Provides the topics whose events depend on the subscriber. */
export function provideTopics(
  pubSub: TopicPubSub,
  { liveRooms, hostPushes, namedHosts, visibleHosts }: TopicSources,
): void {
  pubSub.provide(ROOM_ANSWERS_TOPIC, (id) => liveRooms.answers(...(id as Parameters<LiveRooms['answers']>)));
  pubSub.provide(ROOM_EXERCISE_TOPIC, (id) => liveRooms.exercises(...(id as Parameters<LiveRooms['exercises']>)));
  pubSub.provide(HOST_SAMPLE_TOPIC, (topicId) => {
    const { id, accessOf } = topicId as SampleTopicId;
    if (id !== null && id !== undefined) return hostPushes.samples(id, accessOf);
    const open = async () => {
      const named = await namedHosts.named(id, await accessOf());
      if (!named) return pubSub.subscribe(SAMPLE_TOPIC);
      return hostPushes.samples(String(named.number), accessOf);
    };
    return new DeferredEvents({ open });
  });
  pubSub.provide(HOSTS_TOPIC, (topicId) => hostPushes.ticks(topicId as HostsTopicId));
  pubSub.provide(VISIBLE_INCIDENTS_TOPIC, (topicId) => {
    const accessOf = topicId as AccessOf;
    return new DeferredEvents({
      open: async () => pubSub.subscribe(INCIDENTS_TOPIC),
      isWanted: async (incident) => visibleHosts.sees((incident as Incident).hostNumber, await accessOf()),
    });
  });
}
