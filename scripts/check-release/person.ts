import { randomBytes } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface Machine {
  readonly name: string;
  readonly hasAgent: boolean;
  readonly state: string;
  /** Null before the first sample, as is `newest`. */
  readonly facts: { readonly hostname: string } | null;
  readonly newest: { readonly fileSystems: readonly { readonly path: string }[] | null } | null;
}

/** A new user of an installation, over GraphQL and REST as clients use them. Tokens are kept like a client's. */
export class Person {
  readonly name = `ana${randomBytes(3).toString('hex')}`;
  readonly password = `lookout-${randomBytes(6).toString('hex')}`;
  readonly #url: string;
  #access = '';

  constructor(url: string) {
    this.#url = url;
  }

  async register(): Promise<void> {
    const { name: username, password } = this;
    const input = { username, firstName: 'Ana', email: `${username}@example.com` };
    const variables = { input: { ...input, password1: password, password2: password } };
    await this.ask('mutation ($input: RegisterInput!) { register(input: $input) { username } }', variables);
  }

  /** Gets a new access token for the password over REST. */
  async logIn(): Promise<void> {
    const answer = await this.#send('/accounts/api/v1/token/', { username: this.name, password: this.password });
    this.#access = ((await answer.json()) as { access: string }).access;
  }

  /** @throws if the answer has errors. */
  async ask<Data>(query: string, variables: object = {}): Promise<Data> {
    const answer = await this.#send('/graphql', { query, variables });
    const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(`${query} was answered with ${JSON.stringify(errors)}`);
    return data;
  }

  /** Adds an alert rule, which takes the role of staff. */
  async addRule(name: string): Promise<void> {
    const rule = { name, expression: 'cpu > 99 %', isActive: false };
    await this.ask('mutation ($rule: AlertRuleInput!) { createAlertRule(input: $rule) { id } }', { rule });
  }

  async ruleNames(): Promise<string[]> {
    const query = '{ alertRules(first: 100) { nodes { name } } }';
    const { alertRules } = await this.ask<{ alertRules: { nodes: { name: string }[] } }>(query);
    return alertRules.nodes.map(({ name }) => name);
  }

  /** Returns the number of points with figures that the history of the own machine has between two times. */
  async pointsBetween(from: Date, to: Date): Promise<number> {
    const query = `query ($from: String!, $to: String!) {
      metricsHistory(from: $from, to: $to, points: 300) { cpuPercent { average } }
    }`;
    type Answer = { metricsHistory: { cpuPercent: { average: (number | null)[] } } };
    const { metricsHistory } = await this.ask<Answer>(query, { from: from.toISOString(), to: to.toISOString() });
    return metricsHistory.cpuPercent.average.filter((value) => value !== null).length;
  }

  async machines(): Promise<Machine[]> {
    const query =
      '{ hosts(first: 100) { nodes { name hasAgent state facts { hostname } newest { fileSystems { path } } } } }';
    return (await this.ask<{ hosts: { nodes: Machine[] } }>(query)).hosts.nodes;
  }

  /** Returns the series of machines at `/metrics`: each name with its labels, apart from those that are facts. */
  async series(): Promise<string[]> {
    const text = await (await this.#send('/metrics')).text();
    const lines = text.split('\n').filter((line) => /^(node_|vigia_host_)/.test(line) && !/_info\{/.test(line));
    return lines.map((line) => line.slice(0, line.lastIndexOf(' ')));
  }

  /** Returns the first sample that a subscription over a WebSocket brings. */
  async firstSample(): Promise<string> {
    const client = createClient({
      url: `${this.#url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${this.#access}` },
      retryAttempts: 0,
    });
    try {
      for await (const { data } of client.iterate<{ metrics: { sampledAt: string } }>({
        query: 'subscription { metrics { sampledAt } }',
      })) {
        if (data) return data.metrics.sampledAt;
      }
    } finally {
      await client.dispose();
    }
    throw new Error('The subscription ended without a sample');
  }

  async #send(path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(this.#access !== '' && { authorization: `Bearer ${this.#access}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  }
}
