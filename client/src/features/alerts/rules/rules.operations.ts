import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** A rule's editable fields: shown in the editor and sent back with a change. */
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
    membersAcknowledge
    timeZone
    isSupplied
  }
`);

/** A page of the rules, with the state of each on its hosts. */
export const RulesQuery = graphql(
  `
    query AlertRules($after: String) {
      alertRules(first: 25, after: $after) {
        nodes {
          ...RuleFields
          tellsNobodyReason
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

export type ListedRule = ResultOf<typeof RulesQuery>['alertRules']['nodes'][number];

export type RuleState = ListedRule['states'][number];

/** A rule, with the hosts, tags and channels it can refer to. */
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
          problem
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

export type EditedRule = ResultOf<typeof ruleFields>;

/** A channel that a rule may notify. */
export type RuleChannel = ResultOf<typeof RuleQuery>['channels']['nodes'][number];

/** A host that a rule may be limited to. */
export type RuleHost = Pick<RuleState, 'host' | 'hostName'>;

export interface RuleTargets {
  /** The first hosts of the list, plus those that the rule refers to. */
  readonly hosts: readonly RuleHost[];
  readonly total: number;
  readonly tags: readonly string[];
}

/** Finds hosts by part of their name. */
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

export const CreateRule = graphql(`
  mutation CreateAlertRule($input: AlertRuleInput!) {
    createAlertRule(input: $input) {
      id
    }
  }
`);

export type RuleInput = VariablesOf<typeof CreateRule>['input'];

export const UpdateRule = graphql(`
  mutation UpdateAlertRule($id: ID!, $input: AlertRuleInput!) {
    updateAlertRule(id: $id, input: $input) {
      id
    }
  }
`);

export const DeleteRule = graphql(`
  mutation DeleteAlertRule($id: ID!) {
    deleteAlertRule(id: $id)
  }
`);

/** Dismisses the notice about rules that came with a newer version. */
export const DismissNotice = graphql(`
  mutation DismissAlertNotice {
    dismissAlertNotice
  }
`);

/** Evaluates a condition against current readings. */
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

export type ExpressionNow = ResultOf<typeof ExpressionQuery>['alertExpression'];

export const BacktestQuery = graphql(`
  query AlertBacktest(
    $expression: String!
    $forSeconds: Int!
    $releaseSeconds: Int!
    $host: ID
    $from: DateTime!
    $to: DateTime
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

export type Backtest = ResultOf<typeof BacktestQuery>['alertBacktest'];

/** Marks an operation as affecting rules so that urql refetches them. */
export const ABOUT_RULES = { additionalTypenames: ['AlertRule'] };

/** Returns the input for a rule with some fields changed. */
export function buildInput(rule: EditedRule, changes: Partial<RuleInput> = {}): RuleInput {
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
    membersAcknowledge,
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
    membersAcknowledge,
    timeZone,
    ...changes,
  };
}
