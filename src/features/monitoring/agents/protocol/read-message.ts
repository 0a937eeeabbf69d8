import * as z from 'zod/mini';
import { ProtocolError } from './protocol.js';
import { agentMessages, sampleFigureNames } from './schemas.js';

type Schemas = Readonly<Record<string, z.ZodMiniType>>;
type MessageOf<All extends Schemas> = { [Kind in keyof All]: z.output<All[Kind]> }[keyof All];

/** Parses an agent's message. @throws {ProtocolError} */
export function readAgentMessage(text: string): MessageOf<typeof agentMessages> {
  return read(agentMessages, text);
}

function read<All extends Schemas>(schemas: All, text: string): MessageOf<All> {
  const message = parsed(text);
  const kind = kindOf(schemas, message);
  if (kind === undefined) throw new ProtocolError('message: unknown kind');
  const { success, data, error } = z.safeParse(schemas[kind] as z.ZodMiniType, message);
  if (success) return data as MessageOf<All>;
  throw new ProtocolError(describeIssue(error.issues[0]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('message: not JSON');
  }
}

function kindOf<All extends Schemas>(schemas: All, message: unknown): keyof All | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  return Object.keys(schemas).find((kind) => Object.hasOwn(message, kind));
}

type Issue = z.core.$ZodIssue;

/** Describes an issue, for example "sample.cpuPercent: at most 100". */
function describeIssue(issue: Issue | undefined): string {
  return issue ? `${placeOf(issue.path)}: ${findFault(issue)}` : 'message: not understood';
}

function placeOf([kind, ...rest]: readonly PropertyKey[]): string {
  const names = rest.map((step) => (kind === 'sample' && typeof step === 'number' ? sampleFigureNames[step] : step));
  return [kind ?? 'message', ...names].map(String).join('.');
}

function findFault(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'unrecognized_keys':
      return 'has members that are not known';
    default:
      return 'not as it has to be';
  }
}
