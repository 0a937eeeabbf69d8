/** What stands in the playground's editor at the first visit. */
export const playgroundMessages = {
  firstQuery: {
    pt: `# Consultas, mutações e assinaturas, com a sua sessão.
# Ctrl+Enter executa a operação sob o cursor.

query Eu {
  me {
    username
  }
}

subscription AoVivo {
  metrics {
    sampledAt
    cpuPercent
    ramPercent
  }
}
`,
    en: `# Queries, mutations and subscriptions, with your session.
# Ctrl+Enter runs the operation under the cursor.

query Me {
  me {
    username
  }
}

subscription Live {
  metrics {
    sampledAt
    cpuPercent
    ramPercent
  }
}
`,
  },
};
