/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypes as DocumentTypeDecoration } from './document.js';
/** Severity of a firing rule. */
export type AlertSeverity =
  /** Urgent: sent during quiet hours too, unless they hold back everything. */
  | 'BAD'
  /** Can wait: quiet hours hold it back. */
  | 'WARNING';

/** The source and the target base: binary, octal, decimal, hexadecimal. */
export type ConversionType =
  /** Binary to decimal. */
  | 'BIN2DEC'
  /** Decimal to binary. */
  | 'DEC2BIN'
  /** Decimal to hexadecimal. */
  | 'DEC2HEX'
  /** Decimal to octal. */
  | 'DEC2OCT'
  /** Hexadecimal to decimal. */
  | 'HEX2DEC'
  /** Octal to decimal. */
  | 'OCT2DEC';

/** State of a host: LIVE sends samples; LATE: none for three intervals; AWAY: none for two minutes; WAITING: none ever; RETIRED. Values may be added. */
export type HostState =
  /** No sample for two minutes or more. */
  | 'AWAY'
  /** No sample for three intervals. */
  | 'LATE'
  /** Sends samples in time. */
  | 'LIVE'
  /** Taken out of service by staff; its agent is refused. */
  | 'RETIRED'
  /** Has never sent a sample. */
  | 'WAITING';

/** Whether the incident is open. */
export type IncidentState =
  /** Over: `endReason` says why. */
  | 'ENDED'
  /** The rule is still firing. */
  | 'OPEN';

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly firstName: string, readonly isStaff: boolean | null } | null };

export type MetricsQueryVariables = Exact<{
  host?: string | number | null | undefined;
}>;


export type MetricsQuery = { readonly metrics: { readonly sampledAt: string, readonly cpuPercent: number | null, readonly ramPercent: number | null, readonly swapPercent: number | null, readonly diskPercent: number | null } };

export type MetricsEventsSubscriptionVariables = Exact<{
  host?: string | number | null | undefined;
}>;


export type MetricsEventsSubscription = { readonly metrics: { readonly sampledAt: string, readonly cpuPercent: number | null, readonly ramPercent: number | null, readonly swapPercent: number | null, readonly diskPercent: number | null } };

export type HostsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  tag?: string | null | undefined;
  state?: HostState | null | undefined;
}>;


export type HostsQuery = { readonly hosts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly state: HostState, readonly tags: ReadonlyArray<string>, readonly lastSeenAt: string | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type MetricsHistoryQueryVariables = Exact<{
  from: string;
  to?: string | null | undefined;
  points?: number;
  host?: string | number | null | undefined;
}>;


export type MetricsHistoryQuery = { readonly metricsHistory: { readonly at: ReadonlyArray<string>, readonly stepSeconds: number, readonly cpuPercent: { readonly minimum: ReadonlyArray<number | null>, readonly average: ReadonlyArray<number | null>, readonly maximum: ReadonlyArray<number | null> }, readonly ramPercent: { readonly minimum: ReadonlyArray<number | null>, readonly average: ReadonlyArray<number | null>, readonly maximum: ReadonlyArray<number | null> }, readonly diskPercent: { readonly minimum: ReadonlyArray<number | null>, readonly average: ReadonlyArray<number | null>, readonly maximum: ReadonlyArray<number | null> } } };

export type IncidentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  state?: IncidentState | null | undefined;
  host?: string | number | null | undefined;
}>;


export type IncidentsQuery = { readonly incidents: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly ruleName: string, readonly severity: AlertSeverity, readonly state: IncidentState, readonly host: string, readonly hostName: string, readonly startedAt: string, readonly endedAt: string | null, readonly acknowledgedAt: string | null, readonly acknowledgedBy: string | null, readonly acknowledgementNote: string }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type IncidentEventsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type IncidentEventsSubscription = { readonly incidents: { readonly id: string, readonly ruleName: string, readonly severity: AlertSeverity, readonly state: IncidentState, readonly host: string, readonly hostName: string, readonly startedAt: string, readonly endedAt: string | null, readonly acknowledgedAt: string | null, readonly acknowledgedBy: string | null, readonly acknowledgementNote: string } };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: string | number;
  note?: string | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { readonly acknowledgeIncident: { readonly id: string, readonly ruleName: string, readonly severity: AlertSeverity, readonly state: IncidentState, readonly host: string, readonly hostName: string, readonly startedAt: string, readonly endedAt: string | null, readonly acknowledgedAt: string | null, readonly acknowledgedBy: string | null, readonly acknowledgementNote: string } };

export type ConvertQueryVariables = Exact<{
  type: ConversionType;
  value: string;
}>;


export type ConvertQuery = { readonly convert: { readonly result: string } };

export type IncidentFieldsFragment = { readonly id: string, readonly ruleName: string, readonly severity: AlertSeverity, readonly state: IncidentState, readonly host: string, readonly hostName: string, readonly startedAt: string, readonly endedAt: string | null, readonly acknowledgedAt: string | null, readonly acknowledgedBy: string | null, readonly acknowledgementNote: string };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const IncidentFieldsFragmentDoc = new TypedDocumentString(`
    fragment IncidentFields on Incident {
  id
  ruleName
  severity
  state
  host
  hostName
  startedAt
  endedAt
  acknowledgedAt
  acknowledgedBy
  acknowledgementNote
}
    `, {"fragmentName":"IncidentFields"}) as unknown as TypedDocumentString<IncidentFieldsFragment, unknown>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    username
    firstName
    isStaff
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const MetricsDocument = new TypedDocumentString(`
    query Metrics($host: ID) {
  metrics(host: $host) {
    sampledAt
    cpuPercent
    ramPercent
    swapPercent
    diskPercent
  }
}
    `) as unknown as TypedDocumentString<MetricsQuery, MetricsQueryVariables>;
export const MetricsEventsDocument = new TypedDocumentString(`
    subscription MetricsEvents($host: ID) {
  metrics(host: $host) {
    sampledAt
    cpuPercent
    ramPercent
    swapPercent
    diskPercent
  }
}
    `) as unknown as TypedDocumentString<MetricsEventsSubscription, MetricsEventsSubscriptionVariables>;
export const HostsDocument = new TypedDocumentString(`
    query Hosts($first: Int = 100, $after: String, $tag: String, $state: HostState) {
  hosts(first: $first, after: $after, tag: $tag, state: $state) {
    nodes {
      id
      name
      state
      tags
      lastSeenAt
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<HostsQuery, HostsQueryVariables>;
export const MetricsHistoryDocument = new TypedDocumentString(`
    query MetricsHistory($from: DateTime!, $to: DateTime, $points: Int! = 300, $host: ID) {
  metricsHistory(from: $from, to: $to, points: $points, host: $host) {
    at
    stepSeconds
    cpuPercent {
      minimum
      average
      maximum
    }
    ramPercent {
      minimum
      average
      maximum
    }
    diskPercent {
      minimum
      average
      maximum
    }
  }
}
    `) as unknown as TypedDocumentString<MetricsHistoryQuery, MetricsHistoryQueryVariables>;
export const IncidentsDocument = new TypedDocumentString(`
    query Incidents($first: Int = 50, $after: String, $state: IncidentState, $host: ID) {
  incidents(first: $first, after: $after, state: $state, host: $host) {
    nodes {
      ...IncidentFields
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment IncidentFields on Incident {
  id
  ruleName
  severity
  state
  host
  hostName
  startedAt
  endedAt
  acknowledgedAt
  acknowledgedBy
  acknowledgementNote
}`) as unknown as TypedDocumentString<IncidentsQuery, IncidentsQueryVariables>;
export const IncidentEventsDocument = new TypedDocumentString(`
    subscription IncidentEvents {
  incidents {
    ...IncidentFields
  }
}
    fragment IncidentFields on Incident {
  id
  ruleName
  severity
  state
  host
  hostName
  startedAt
  endedAt
  acknowledgedAt
  acknowledgedBy
  acknowledgementNote
}`) as unknown as TypedDocumentString<IncidentEventsSubscription, IncidentEventsSubscriptionVariables>;
export const AcknowledgeIncidentDocument = new TypedDocumentString(`
    mutation AcknowledgeIncident($id: ID!, $note: String) {
  acknowledgeIncident(id: $id, note: $note) {
    ...IncidentFields
  }
}
    fragment IncidentFields on Incident {
  id
  ruleName
  severity
  state
  host
  hostName
  startedAt
  endedAt
  acknowledgedAt
  acknowledgedBy
  acknowledgementNote
}`) as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const ConvertDocument = new TypedDocumentString(`
    query Convert($type: ConversionType!, $value: String!) {
  convert(type: $type, value: $value) {
    result
  }
}
    `) as unknown as TypedDocumentString<ConvertQuery, ConvertQueryVariables>;