/** JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface DescribedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** A response or request body: its schema, and examples by name. */
export interface DescribedBody {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Errors of individual operations; the others follow from the route table. */
export type OwnError =
  | 'rateLimited'
  | 'lockedOut'
  | 'noActiveAccount'
  | 'tokenNotValid'
  | 'seesNoMachines'
  | 'hostNotFound'
  | 'busy';

/** OpenAPI description of a path, in addition to the route table (contract 2, 8). */
export interface OperationDescription {
  /** Unique among all operations; generated clients name a function after it. */
  readonly id: string;
  readonly group: 'accounts' | 'monitoring' | 'conversion' | 'service';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly DescribedParameter[];
  /** Request body, JSON or form. */
  readonly body?: DescribedBody;
  readonly success: DescribedBody;
  /** Schema of a 400 if it extends the one used by every other failure. */
  readonly invalid?: DescribedBody;
  readonly errors?: readonly OwnError[];
}

/** OpenAPI description of a path that is read by GET and runs no operation. */
export interface DescribedAddress extends OperationDescription {
  /** Set if anyone may read it, ignoring credentials. Otherwise the caller must be signed in. */
  readonly open?: true;
}
