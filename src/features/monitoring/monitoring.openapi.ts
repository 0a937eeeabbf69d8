import type { OperationDescription } from '../../platform/rest/operation-description.js';

const percent = { type: 'number', minimum: 0, maximum: 100 };
const gigabytes = { type: 'number', minimum: 0, description: 'GB of 1024³ bytes, two decimals.' };

const parameters = [
  {
    name: 'host',
    required: false,
    description: 'The id of a host, as GraphQL has it; the machine that the service runs on, when left out.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,8}$', examples: ['1'] },
  },
] as const;

const measures = {
  cpu_percent: { ...percent, description: 'Since the sample before.' },
  ram_percent: percent,
  ram_total: gigabytes,
  ram_used: { ...gigabytes, description: 'GB of 1024³ bytes: the total without what is available.' },
  memory_used: { ...gigabytes, description: 'GB of 1024³ bytes that are used of the disk.' },
  memory_total: { ...gigabytes, description: 'GB of 1024³ bytes that the disk holds.' },
};

/** The part of the OpenAPI document about the metrics (contract 4). */
export const metricsReading = {
  id: 'readMetrics',
  group: 'monitoring',
  summary: 'The newest sample of the host',
  description: 'One sample is taken every five seconds, whoever asks. 20 calls a minute for each user.',
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
  errors: ['rateLimited', 'hostNotFound'],
} as const satisfies OperationDescription;

/** The part of the OpenAPI document about the analysis (contract 4). */
export const analysisReading = {
  id: 'readAnalysis',
  group: 'monitoring',
  summary: 'What an AI says about the newest sample',
  description:
    'In the language of the caller. May take as long as AI_TIMEOUT_MS. 10 calls a minute for each user. While no AI is active, or when it does not answer, the status is 200 all the same.',
  parameters,
  success: {
    description: 'Plain text of up to 4,000 characters, or a fixed fragment of HTML that says that there is none.',
    schema: {
      type: 'object',
      properties: { ai: { type: 'string', minLength: 1 } },
      required: ['ai'],
      additionalProperties: false,
    },
    examples: { text: { ai: 'The processor is idle, and memory is far from full.' } },
  },
  errors: ['rateLimited', 'hostNotFound'],
} as const satisfies OperationDescription;
