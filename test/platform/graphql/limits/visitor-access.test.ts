import { type GraphQLResolveInfo, graphql } from 'graphql';
import { Authorized, Extensions, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { expect, test } from 'vitest';
import type { GraphQLContext } from '../../../../src/platform/graphql/context.js';
import { createExecutableSchema } from '../../../../src/platform/graphql/executable-schema.js';
import { scope } from '../../../../src/platform/graphql/field-marks.js';
import {
  CALCULATIONS_A_MINUTE,
  CALCULATIONS_OF_ALL_A_MINUTE,
  VisitorAccess,
} from '../../../../src/platform/graphql/limits/visitor-access.js';
import { TopicPubSub } from '../../../../src/platform/graphql/pub-sub.js';
import { STAFF } from '../../../../src/platform/graphql/viewer-guard.js';
import { RateLimited } from '../../../../src/shared/errors/errors.js';
import { MemoryRateLimits } from '../../../../src/shared/rate-limits/memory-rate-limits.js';

@ObjectType()
class Sum {
  @Field(() => Int)
  total = 3;

  @Authorized()
  @Extensions(scope('CONVERT'))
  @Field(() => Int, { nullable: true })
  ofAna = 5;
}

/** Fields marked as calculations; the mark opens only the first one to visitors. */
@Resolver()
class Marked {
  @Authorized()
  @Extensions(scope('CONVERT'))
  @Query(() => Sum)
  sum(): Sum {
    return new Sum();
  }

  @Authorized(STAFF)
  @Extensions(scope('CONVERT'))
  @Query(() => Int)
  ofStaff(): number {
    return 1;
  }

  @Authorized()
  @Extensions(scope('CONVERT'))
  @Mutation(() => Int)
  change(): number {
    return 1;
  }
}

const visitor = { address: '192.0.2.1', viewer: async () => null } as unknown as GraphQLContext;

test.each([
  ['{ sum { total } }', { sum: { total: 3 } }],
  ['{ sum { total ofAna } }', { sum: { total: 3, ofAna: null } }],
  ['{ ofStaff }', null],
  ['mutation { change }', null],
])('%s gives a visitor %j', async (source, data) => {
  const schema = createExecutableSchema([new Marked()], new TopicPubSub(), { publicConverter: true });
  const result = await graphql({ schema, source, contextValue: visitor });
  expect(JSON.parse(JSON.stringify(result.data))).toEqual(data);
});

const calculation = {
  operation: { operation: 'query' },
  path: { prev: undefined },
  parentType: { getFields: () => ({ sum: { extensions: scope('CONVERT') } }) },
  fieldName: 'sum',
} as unknown as GraphQLResolveInfo;

/** Returns the number of calculations admitted when called from each address in turn. */
async function countAdmitted(addresses: Iterable<string>): Promise<number> {
  const access = new VisitorAccess({ rateLimits: new MemoryRateLimits(), publicConverter: true });
  let admitted = 0;
  for (const address of addresses) {
    try {
      await access.admit({ ...visitor, address }, calculation);
      admitted += 1;
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
    }
  }
  return admitted;
}

test.each([
  ['an address', CALCULATIONS_A_MINUTE[0], () => '192.0.2.1'],
  ['an IPv4 /24', CALCULATIONS_A_MINUTE[1], (index: number) => `192.0.2.${index % 256}`],
  ['an IPv6 /64', CALCULATIONS_A_MINUTE[0], (index: number) => `2001:db8::${index.toString(16)}`],
  ['an IPv6 /56', CALCULATIONS_A_MINUTE[1], (index: number) => `2001:db8:0:${(index % 256).toString(16)}::`],
  ['an IPv6 /48', CALCULATIONS_A_MINUTE[2], (index: number) => `2001:db8:0:${index.toString(16)}::`],
  ['the world', CALCULATIONS_OF_ALL_A_MINUTE, (index: number) => `10.${index >> 8}.${index % 256}.1`],
])('of %s so many calculations pass and no more: %i', async (_network, limit, addressOf) => {
  const addresses = Array.from({ length: limit + 100 }, (_, index) => addressOf(index));
  expect(await countAdmitted(addresses)).toBe(limit);
});
