import type { OperationDescription } from '../../../platform/rest/operation-description.js';

/** OpenAPI description of the targets for Prometheus. */
export const httpSdReading = {
  id: 'listScrapeTargets',
  group: 'monitoring',
  summary: 'All hosts, as targets for Prometheus',
  description:
    "For `http_sd_configs`: each host that the caller sees and that is not retired is a target at this service's own `/metrics?host=`. 120 calls a minute for each user, together with `/metrics`.",
  success: {
    description: 'The targets.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          targets: {
            type: 'array',
            items: { type: 'string' },
            minItems: 1,
            maxItems: 1,
            description: 'Host and port of this service, as the caller has reached it.',
          },
          labels: {
            type: 'object',
            properties: {
              __scheme__: { enum: ['http', 'https'] },
              __metrics_path__: { const: '/metrics' },
              __param_host: { type: 'string', pattern: '^[1-9][0-9]{0,8}$', description: 'Id of the host.' },
              instance: { type: 'string', description: 'Name of the host, with its id if another one has this name.' },
            },
            required: ['__scheme__', '__metrics_path__', '__param_host', 'instance'],
            patternProperties: {
              '^tag(_[a-zA-Z0-9]+)*$': { const: 'true', description: 'A label for each tag of the host.' },
            },
            additionalProperties: false,
          },
        },
        required: ['targets', 'labels'],
        additionalProperties: false,
      },
    },
    examples: {
      targets: [
        {
          targets: ['vigia.example'],
          labels: {
            __scheme__: 'https',
            __metrics_path__: '/metrics',
            __param_host: '2',
            instance: 'web-1',
            tag_production: 'true',
          },
        },
      ],
    },
  },
  errors: ['rateLimited', 'seesNoMachines'],
} as const satisfies OperationDescription;
