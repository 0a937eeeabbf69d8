import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/date-time.scalar.js';
import { type HostProblemCode, hostProblems } from './host-problem.js';
import { SCRAPE_SECONDS } from './scrape-target.js';

export const HostSourceType = {
  OWN: 'OWN',
  AGENT: 'AGENT',
  NODE_EXPORTER: 'NODE_EXPORTER',
  OTLP: 'OTLP',
} as const;

registerEnumType(HostSourceType, {
  name: 'HostSource',
  description: 'What measures a host. Values may be added.',
  valuesConfig: {
    OWN: { description: 'The service, which runs on it.' },
    AGENT: { description: 'An agent of Vigia.' },
    NODE_EXPORTER: { description: 'A node_exporter or windows_exporter, which the service reads.' },
    OTLP: { description: 'OpenTelemetry, which sends to the service.' },
  },
});

/** Kinds of what staff can add. */
export const HostKindType = {
  AGENT: 'AGENT',
  NODE_EXPORTER: 'NODE_EXPORTER',
  OTLP: 'OTLP',
  COLLECTOR: 'COLLECTOR',
} as const;

export type HostKind = keyof typeof HostKindType;

registerEnumType(HostKindType, {
  name: 'HostKind',
  description: 'How a new machine is measured.',
  valuesConfig: {
    AGENT: { description: 'By an agent of Vigia.' },
    NODE_EXPORTER: { description: 'By a node_exporter or windows_exporter, which the service reads.' },
    OTLP: { description: 'By an OpenTelemetry SDK, whose token is for one machine.' },
    COLLECTOR: { description: 'By an OpenTelemetry collector, whose token is for many machines.' },
  },
});

/** Codes of problems, by their names in the schema, which are the same. */
const HostProblemCodeType = Object.fromEntries(Object.keys(hostProblems).map((code) => [code, code])) as Readonly<
  Record<HostProblemCode, HostProblemCode>
>;

registerEnumType(HostProblemCodeType, {
  name: 'HostProblemCode',
  description: 'What is wrong with the source of a host. Values may be added.',
  valuesConfig: {
    NOT_REACHABLE: { description: 'The address does not answer.' },
    TIMEOUT: { description: 'The answer did not arrive in time.' },
    REDIRECT: { description: 'The address leads to another one, which is not followed.' },
    UNAUTHORIZED: { description: 'The credentials were refused.' },
    BAD_STATUS: { description: 'The answer is an error.' },
    TOO_LARGE: { description: 'The answer is larger than the service reads.' },
    NOT_METRICS: { description: 'The answer has no figures of a machine.' },
    INCOMPLETE: { description: 'Figures are missing that a source of this kind usually has.' },
    ADDRESS_NOT_ALLOWED: { description: 'The service may not read this address: see SCRAPE_ALLOWED_NETWORKS.' },
    CERTIFICATE: { description: 'The certificate of the address cannot be trusted.' },
    CREDENTIAL_UNREADABLE: { description: 'The stored credentials cannot be decrypted with the present secret key.' },
  },
});

@ObjectType('HostProblem', { description: 'What is wrong with the source of a host.' })
export class HostProblemType {
  @Field(() => HostProblemCodeType, { description: 'Kind, for programs.' })
  code!: HostProblemCode;

  @Field(() => String, { description: "Sentence in the caller's language that says what to do." })
  message!: string;

  @Field(() => DateTime, { description: 'Time when it was first noticed: ISO 8601, UTC.' })
  since!: string;
}

@ObjectType('HostScrape', { description: 'How the service reads a host.' })
export class HostScrapeType {
  @Field(() => String, { description: 'Address of the exporter.' })
  url!: string;

  @Field(() => Float, { description: 'Interval at which it is read.' })
  intervalSeconds!: number;

  @Field(() => String, { nullable: true, description: 'User name that is sent; null without basic authentication.' })
  username!: string | null;

  @Field(() => Boolean, { description: 'Whether a bearer token is sent.' })
  hasBearerToken!: boolean;

  @Field(() => Boolean, { description: 'Whether staff have entered the certificate authority that it must have.' })
  hasCaCertificate!: boolean;
}

@InputType('BasicAuthInput', { description: 'User name and password of HTTP basic authentication.' })
export class BasicAuthInput {
  @Field(() => String, { description: 'User name without a colon.' })
  username!: string;

  @Field(() => String, { description: 'Secret that belongs to the user name.' })
  password!: string;
}

@InputType('ScrapeInput', {
  description:
    'How the service reads a host. In a change, credentials that are left out stay; with another origin or certificate authority they must be given again. Null removes them.',
})
export class ScrapeInput {
  @Field(() => String, { description: 'Address of the exporter, such as `http://web-1:9100/metrics`.' })
  url!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Interval at which it is read, ${SCRAPE_SECONDS.min} to ${SCRAPE_SECONDS.max} seconds; ${SCRAPE_SECONDS.default} by default.`,
  })
  intervalSeconds?: number | null;

  @Field(() => String, { nullable: true, description: 'Token to send as `Authorization: Bearer`.' })
  bearerToken?: string | null;

  @Field(() => BasicAuthInput, { nullable: true, description: 'User name and password to send.' })
  basicAuth?: BasicAuthInput | null;

  @Field(() => String, { nullable: true, description: 'Certificate authority in PEM that its certificate must be of.' })
  caCertificate?: string | null;
}
