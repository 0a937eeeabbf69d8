import { Field, ObjectType } from 'type-graphql';

/** The analysis object of GraphQL (contract 4). */
@ObjectType({ description: 'An explanation of the newest sample, written by an AI provider.' })
export class Analysis {
  @Field(() => Boolean, { description: 'False while the AI is not active, and when there was no answer in time.' })
  available!: boolean;

  @Field(() => String, {
    description:
      'The analysis, in the language of the caller; when there is none, a sentence that says so. Plain text, never HTML: show it as text.',
  })
  text!: string;

  @Field(() => String, { description: 'When the sample that it is about was taken: ISO 8601, UTC, milliseconds.' })
  sampledAt!: string;
}

/** What would be sent for an analysis, for who wants to see it before. */
@ObjectType({ description: 'What would leave the host for an analysis of the newest sample.' })
export class AnalysisRequest {
  @Field(() => String, { description: 'The host that it would be sent to.' })
  host!: string;

  @Field(() => String, { description: "The provider's model that would answer." })
  model!: string;

  @Field(() => String, { description: 'When the sample whose numbers it holds was taken.' })
  sampledAt!: string;

  @Field(() => String, { description: 'The prompt to the letter: a fixed text and numbers.' })
  prompt!: string;
}
