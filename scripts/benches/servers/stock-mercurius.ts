/** Second GraphQL baseline of the conversion bench: Mercurius on Fastify, set up as documented. */
import { createRequire } from 'node:module';

/** The folder where `convert` has installed both packages. */
const { FOLDER = '' } = process.env;

interface Fastify {
  register(plugin: unknown, options: object): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}

const load = createRequire(FOLDER);
const fastify: Fastify = load('fastify')();
fastify.register(load('mercurius'), {
  schema: `
    type Conversion { result: String! }
    enum ConversionType { DEC2BIN }
    type Query { convert(type: ConversionType!, value: String!): Conversion! }
  `,
  resolvers: {
    Query: {
      convert: async (_parent: unknown, { value }: { value: string }) => ({ result: BigInt(value).toString(2) }),
    },
  },
});
console.log(`listening on ${new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port}`);
