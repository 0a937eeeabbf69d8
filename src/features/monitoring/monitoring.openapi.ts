import type { OperationDescription } from '../../platform/rest/operation-description.js';

/** Null for a figure that the source of another host does not tell. */
const number = { type: ['number', 'null'], minimum: 0 };
const percent = { ...number, maximum: 100 };
const gigabytes = { ...number, description: 'GB of 1024³ bytes, two decimals.' };

const parameters = [
  {
    name: 'host',
    required: false,
    description: 'Id of a host, as in GraphQL; the machine that the service runs on by default.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,8}$', examples: ['1'] },
  },
] as const;

const measures = {
  cpu_percent: { ...percent, description: 'Since the previous sample.' },
  ram_percent: percent,
  ram_total: gigabytes,
  ram_used: { ...gigabytes, description: 'GB of 1024³ bytes: total minus available.' },
  memory_used: { ...gigabytes, description: 'Used disk space, GB of 1024³ bytes.' },
  memory_total: { ...gigabytes, description: 'Disk size, GB of 1024³ bytes.' },
};

/** OpenAPI description of the metrics (contract 4). */
export const metricsReading = {
  id: 'readMetrics',
  group: 'monitoring',
  summary: 'The newest sample of the host',
  description:
    'One sample is taken every five seconds, regardless of the number of callers. 20 calls a minute for each user.',
  parameters,
  success: {
    description: 'The sample.',
    schema: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: measures,
          required: Object.keys(measures),
          additionalProperties: false,
        },
      },
      required: ['data'],
      additionalProperties: false,
    },
    examples: {
      sample: {
        data: {
          cpu_percent: 12.5,
          ram_percent: 41.3,
          ram_total: 15.53,
          ram_used: 6.41,
          memory_used: 87.2,
          memory_total: 250.92,
        },
      },
    },
  },
  errors: ['rateLimited', 'seesNoMachines', 'hostNotFound'],
} as const satisfies OperationDescription;

/** OpenAPI description of the analysis (contract 4). */
export const analysisReading = {
  id: 'readAnalysis',
  group: 'monitoring',
  summary: "An AI's explanation of the newest sample",
  description:
    "In the caller's language. May take up to AI_TIMEOUT_MS. 10 calls a minute for each user. The status is 200 even if no AI is active or it does not answer.",
  parameters,
  success: {
    description: 'Plain text of up to 4,000 characters, or a fixed HTML fragment saying that no analysis is available.',
    schema: {
      type: 'object',
      properties: { ai: { type: 'string', minLength: 1 } },
      required: ['ai'],
      additionalProperties: false,
    },
    examples: { text: { ai: 'The processor is idle, and memory is far from full.' } },
  },
  errors: ['rateLimited', 'seesNoMachines', 'hostNotFound'],
} as const satisfies OperationDescription;
