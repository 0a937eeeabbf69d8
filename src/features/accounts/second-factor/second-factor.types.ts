import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('SecondFactors', { description: 'The second factors of the caller.' })
export class SecondFactorsType {
  @Field(() => Boolean, { description: 'Whether there is an authenticator app.' })
  totp!: boolean;

  @Field(() => Int, { description: 'The recovery codes that have not been used yet.' })
  recoveryCodesLeft!: number;

  @Field(() => Boolean, { description: 'Whether the caller must set one up before anything else.' })
  required!: boolean;
}

@ObjectType('TotpSetup', { description: 'What an authenticator app needs; shown this once.' })
export class TotpSetupType {
  @Field(() => String, { description: 'In base32, to be typed.' })
  secret!: string;

  @Field(() => String, { description: 'The same as `otpauth://…`, for a QR code.' })
  uri!: string;
}
