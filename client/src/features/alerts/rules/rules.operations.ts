import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** A rule as staff write it: what the editor shows, and what is sent back with a change. */
const ruleFields = graphql(`
  fragment RuleFields on AlertRule @_unmask {
    id
    name
    expression
    forSeconds
    releaseSeconds
    severity
    hosts
    tags
    channels {
      id
    }
    repeatSeconds
    isActive
    timeZone
    isSupplied
  }
`);

/** A page of the rules, with how each stands on its hosts. */
export const RulesQuery = graphql(
  `
    query AlertRules($after: String) {
      alertRules(first: 25, after: $after) {
        nodes {
          ...RuleFields
          states {
            host
            hostName
            state
            since
            silencedUntil
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
      alertNotice
    }
  `,
  [ruleFields],
);

/** A rule of the list. */
export type ListedRule = ResultOf<typeof RulesQuery>['alertRules']['nodes'][number];

/** How a rule stands on a host. */
export type RuleState = ListedRule['states'][number];

/** A rule, and what it can be tied to. */
export const RuleQuery = graphql(
  `
    query AlertRule($id: ID!, $exists: Boolean!) {
      alertRule(id: $id) @include(if: $exists) {
        ...RuleFields
        states {
          host
          hostName
        }
      }
      channels(first: 100) {
        nodes {
          id
          name
          isActive
        }
      }
      hosts(first: 100) {
        totalCount
        nodes {
          id
          name
        }
      }
      hostTags
    }
  `,
  [ruleFields],
);

/** A rule in the editor. */
export type EditedRule = ResultOf<typeof ruleFields>;

/** A channel that a rule may tell. */
export type RuleChannel = ResultOf<typeof RuleQuery>['channels']['nodes'][number];

/** A host that a rule may be tied to. */
export type RuleHost = Pick<RuleState, 'host' | 'hostName'>;

/** What a rule can be limited to. */
export interface RuleTargets {
  /** The first of the hosts, and those of the rule. */
  readonly hosts: readonly RuleHost[];
  /** How many hosts there are. */
  readonly total: number;
  readonly tags: readonly string[];
}

/** The hosts whose names have a part in common. */
export const RuleHostsQuery = graphql(`
  query RuleHosts($search: String!) {
    hosts(search: $search, first: 25) {
      nodes {
        id
        name
      }
    }
  }
`);

/** Adds a rule. */
export const CreateRule = graphql(`
  mutation CreateAlertRule($input: AlertRuleInput!) {
    createAlertRule(input: $input) {
      id
    }
  }
`);

/** A rule as it is sent. */
export type RuleInput = VariablesOf<typeof CreateRule>['input'];

/** Changes a rule. */
export const UpdateRule = graphql(`
  mutation UpdateAlertRule($id: ID!, $input: AlertRuleInput!) {
    updateAlertRule(id: $id, input: $input) {
      id
    }
  }
`);

/** Removes a rule. */
export const DeleteRule = graphql(`
  mutation DeleteAlertRule($id: ID!) {
    deleteAlertRule(id: $id)
  }
`);

/** Ends the notice about rules that came with a newer version. */
export const DismissNotice = graphql(`
  mutation DismissAlertNotice {
    dismissAlertNotice
  }
`);

/** What a condition reads now. */
export const ExpressionQuery = graphql(`
  query AlertExpression($expression: String!, $host: ID, $timeZone: String) {
    alertExpression(expression: $expression, host: $host, timeZone: $timeZone) {
      text
      result
      comparisons {
        text
        value
        bit
      }
    }
  }
`);

/** A condition as it is now. */
export type ExpressionNow = ResultOf<typeof ExpressionQuery>['alertExpression'];

/** When a rule would have fired. */
export const BacktestQuery = graphql(`
  query AlertBacktest(
    $expression: String!
    $forSeconds: Int!
    $releaseSeconds: Int!
    $host: ID
    $from: String!
    $to: String
    $timeZone: String
  ) {
    alertBacktest(
      expression: $expression
      forSeconds: $forSeconds
      releaseSeconds: $releaseSeconds
      host: $host
      from: $from
      to: $to
      timeZone: $timeZone
    ) {
      incidents {
        from
        to
      }
      from
      to
      samples
      missing
      count
      resolution
      evaluated
    }
  }
`);

/** The answer of a backtest. */
export type Backtest = ResultOf<typeof BacktestQuery>['alertBacktest'];

/** Marks an operation as one about the rules, so that urql fetches them again. */
export const ABOUT_RULES = { additionalTypenames: ['AlertRule'] };

/** A rule as it is, to be sent with what changes of it. */
export function inputOf(rule: EditedRule, changes: Partial<RuleInput> = {}): RuleInput {
  const {
    name,
    expression,
    forSeconds,
    releaseSeconds,
    severity,
    hosts,
    tags,
    channels,
    repeatSeconds,
    isActive,
    timeZone,
  } = rule;
  return {
    name,
    expression,
    forSeconds,
    releaseSeconds,
    severity,
    hosts,
    tags,
    channels: channels.map(({ id }) => id),
    repeatSeconds,
    isActive,
    timeZone,
    ...changes,
  };
}
