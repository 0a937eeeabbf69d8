/** Every address that the client knows (contract 2). */
export const paths = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  terms: '/termos/',
  account: '/conta/',
  administration: '/admin/',
  login: '/accounts/login/',
  logout: '/accounts/logout/',
  graphql: '/graphql',
} as const;
