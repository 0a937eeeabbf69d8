import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('SecondFactors', { description: 'The second factors of the caller.' })
export class SecondFactorsType {
  @Field(() => Boolean, { description: 'Whether an authenticator app is set up.' })
  totp!: boolean;

  @Field(() => Int, { description: 'Number of unused recovery codes.' })
  recoveryCodesLeft!: number;

  @Field(() => Boolean, { description: 'Whether the caller must set one up before anything else is allowed.' })
  required!: boolean;
}

@ObjectType('TotpSetup', { description: 'Set-up data for an authenticator app, shown only here.' })
export class TotpSetupType {
  @Field(() => String, { description: 'In base32, for typing.' })
  secret!: string;

  @Field(() => String, { description: 'Secret as `otpauth://…`, for a QR code.' })
  uri!: string;
}
