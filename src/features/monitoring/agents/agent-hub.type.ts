import { Field, ObjectType } from 'type-graphql';

@ObjectType('AgentHub', { description: 'How agents of other machines reach this service.' })
export class AgentHubType {
  @Field(() => String, { description: 'Address of this service for `--hub`: scheme, host and port.' })
  readonly url!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Public key of this service for `--pin`, as `sha256/` and base64; null if its certificate is that of an authority, or a proxy has it.',
  })
  readonly pin!: string | null;

  @Field(() => String, {
    description: 'Line for a shell on a machine under Linux, which installs the agent or upgrades it; without a token.',
  })
  readonly installCommand!: string;
}
