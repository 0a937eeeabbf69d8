import { attempt, type Outcome, run } from './run.ts';

/** A container of podman, by its name. */
export class Container {
  readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  /** Creates and starts a container. */
  static async start(name: string, ...options: readonly string[]): Promise<Container> {
    await run(['podman', 'run', '--detach', '--name', name, ...options]);
    return new Container(name);
  }

  static named(name: string): Container {
    return new Container(name);
  }

  /** Returns the process id of its first process on this machine; 0 if it does not run. */
  async processId(): Promise<number> {
    return Number(await run(['podman', 'inspect', '--format', '{{.State.Pid}}', this.name]));
  }

  /** Runs a command in it. @returns its standard output. */
  exec(command: readonly string[], input?: string): Promise<string> {
    return run(this.#execCommand(command), input === undefined ? {} : { input });
  }

  /** Runs a command in it, whatever its exit code. */
  attempt(command: readonly string[]): Promise<Outcome> {
    return attempt(this.#execCommand(command));
  }

  /** Starts a command in it without waiting for its end. */
  async spawn(command: readonly string[]): Promise<void> {
    await run(['podman', 'exec', '--detach', this.name, ...command]);
  }

  async copyInto(file: string, path: string): Promise<void> {
    await run(['podman', 'cp', file, `${this.name}:${path}`]);
  }

  async start(): Promise<void> {
    await run(['podman', 'start', this.name]);
  }

  /** Stops it with SIGTERM. @returns the exit code of its first process. */
  async stop(): Promise<number> {
    await run(['podman', 'stop', '--time', '15', this.name]);
    return Number(await run(['podman', 'inspect', '--format', '{{.State.ExitCode}}', this.name]));
  }

  async kill(): Promise<void> {
    await run(['podman', 'kill', '--signal', 'KILL', this.name]);
    await run(['podman', 'wait', this.name]);
  }

  async log(): Promise<string> {
    const { out, err } = await attempt(['podman', 'logs', this.name]);
    return out + err;
  }

  async remove(): Promise<void> {
    await run(['podman', 'rm', '--force', '--time', '0', '--volumes', this.name]);
  }

  #execCommand(command: readonly string[]): string[] {
    return ['podman', 'exec', '--interactive', this.name, ...command];
  }
}
