/** GraphQL baseline of the conversion bench: Apollo Server on Express, set up as documented. */
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';

const typeDefs = `#graphql
  type Conversion { result: String! }
  enum ConversionType { DEC2BIN }
  type Query { convert(type: ConversionType!, value: String!): Conversion! }
`;
const resolvers = {
  Query: {
    convert: (_parent: unknown, { value }: { value: string }) => ({ result: BigInt(value).toString(2) }),
  },
};

const apollo = new ApolloServer({ typeDefs, resolvers });
await apollo.start();
const app = express();
app.use('/graphql', cors(), express.json(), expressMiddleware(apollo));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
