import type { Version } from './versions.ts';

/** Vigia in a clean root, installed in one of the documented ways. */
export interface Installation {
  /** How it is installed, for the report: "image", "deb on Debian 13". */
  readonly way: string;
  /** Where it is reached from this machine. */
  readonly url: string;
  /** Installs a version, also over another one, without starting it unless the way itself does so. */
  install(version: Version): Promise<void>;
  /** Starts the service, without waiting until it is ready; does nothing if it runs. */
  start(): Promise<void>;
  /** Stops the service as the documentation says. @returns its exit code. */
  stop(): Promise<number>;
  /** Ends the service with SIGKILL, and starts it again unless the way itself does so. */
  killAndStart(): Promise<void>;
  /** Runs a command of Vigia as the documentation says. @returns its standard output. */
  vigia(args: readonly string[], input?: string): Promise<string>;
  /** Returns the log since the last start. */
  log(): Promise<string>;
  /** Returns a sum over what the database holds; the service is stopped. */
  fingerprint(): Promise<string>;
  /** Removes it as the documentation says. @throws if it leaves anything that the documentation does not name. */
  remove(): Promise<void>;
  /** Ends and removes whatever is left of the root. */
  dispose(): Promise<void>;
}
