import 'gql.tada';

declare module 'gql.tada' {
  interface setupSchema {
    scalars: {
      DateTime: string;
    };
  }
}
