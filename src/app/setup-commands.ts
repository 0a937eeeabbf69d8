/** Ways into a running container, by the name of its environment. */
const INTO_CONTAINER: Readonly<Record<string, string>> = {
  Docker: 'docker exec --interactive --tty <container> ',
  Podman: 'podman exec --interactive --tty <container> ',
  Kubernetes: 'kubectl exec --stdin --tty <pod> -- ',
};

interface SetupCommands {
  /** Creates the first staff account. */
  readonly make: string;
  /** Gives the role to an account that exists. */
  readonly give: string;
}

/**
 * Returns the commands with which an operator gets a staff account. In the image they are run from outside.
 *
 * @param vigia the command that runs this installation. A clone has the same command everywhere.
 * @param environmentName of the environment: Docker, KVM …
 */
export function setupCommands(vigia: string, environmentName: string | null = null): SetupCommands {
  const into = vigia === 'vigia' ? (INTO_CONTAINER[environmentName ?? ''] ?? '') : '';
  return { make: `${into}${vigia} setup`, give: `${into}${vigia} user staff <username>` };
}
