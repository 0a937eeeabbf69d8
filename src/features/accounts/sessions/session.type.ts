import { ObjectType } from 'type-graphql';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { SessionFieldsType } from './session-fields.type.js';

/** A signed-in browser as shown to its owner (contract 2, `/conta/`). */
@ObjectType('Session', { implements: NodeType, description: 'A signed-in browser.' })
export class SessionType extends SessionFieldsType implements NodeType {}
