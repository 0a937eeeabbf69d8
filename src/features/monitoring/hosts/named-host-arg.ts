/** The argument by which an operation names a host. */
export const namedHostArg = {
  nullable: true,
  description: 'Which host; the machine that the service runs on, when left out. HOST_NOT_FOUND when there is none.',
} as const;
