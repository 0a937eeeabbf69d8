/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A parameter of the query. */
export interface DescribedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** An answer or a body: its shape, and examples by name. */
export interface DescribedBody {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Errors that not every operation answers; the others follow from the route table. */
export type OwnError = 'rateLimited' | 'lockedOut' | 'noActiveAccount' | 'tokenNotValid' | 'hostNotFound' | 'busy';

/** The description of an address for the OpenAPI document, beside what the route table has already (contract 2, 8). */
export interface OperationDescription {
  /** Unique among all operations; generated clients name a function after it. */
  readonly id: string;
  readonly group: 'accounts' | 'monitoring' | 'conversion' | 'service';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly DescribedParameter[];
  /** The body of the request, JSON or form. */
  readonly body?: DescribedBody;
  readonly success: DescribedBody;
  /** The shape of a 400 where it is not only that of every other failure. */
  readonly invalid?: DescribedBody;
  readonly errors?: readonly OwnError[];
}
