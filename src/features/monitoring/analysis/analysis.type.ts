import { Field, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';

/** The GraphQL type of an analysis (contract 4). */
@ObjectType({ description: 'An explanation of the newest sample, written by an AI provider.' })
export class Analysis {
  @Field(() => Boolean, {
    description: 'Whether there is an analysis: false while the AI is not active, and if it did not answer in time.',
  })
  available!: boolean;

  @Field(() => String, {
    description:
      "The analysis in the caller's language, or a sentence saying that there is none. Plain text, never HTML: show it as text.",
  })
  text!: string;

  @Field(() => DateTime, { description: 'Time of the sample that it explains: ISO 8601, UTC, milliseconds.' })
  sampledAt!: string;
}

/** The data an analysis would send, for users who want to check it first. */
@ObjectType({ description: 'The data that would leave the host for an analysis of the newest sample.' })
export class AnalysisRequest {
  @Field(() => String, { description: "The provider's host." })
  host!: string;

  @Field(() => String, { description: "The provider's model that would answer." })
  model!: string;

  @Field(() => DateTime, { description: 'Time of the sample whose numbers it contains.' })
  sampledAt!: string;

  @Field(() => String, { description: 'The exact prompt: a fixed text and numbers.' })
  prompt!: string;
}
