export const namedHostArg = {
  nullable: true,
  description: 'Host; the machine that the service runs on by default. HOST_NOT_FOUND if it does not exist.',
} as const;
