import { basename } from 'node:path';

/** The kernel truncates process names to this length, in bytes. */
const COMM_MAX = 15;

/** Names that may be shown. Anything other than a plain file name might be an argument with sensitive data. */
const PLAIN = /^[\w.@+-]{1,48}$/;

/** A program that runs others. */
interface Interpreter {
  readonly name: RegExp;
  /** Its options that take a separate value. */
  readonly valued: RegExp;
  /** Its options that take the text of a program, which therefore has no name. */
  readonly text: RegExp;
}

const INTERPRETERS: readonly Interpreter[] = [
  {
    name: /^(node|nodejs|bun|deno)$/,
    valued: /^(-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|--title)$/,
    text: /^(-[a-z]*[ep]|--eval|--print)$/,
  },
  { name: /^(python|pypy)[\d.]*$/, valued: /^-[WX]$/, text: /^-[a-zA-Z]*c$/ },
  { name: /^ruby[\d.]*$/, valued: /^-[CEIr]$/, text: /^-[a-z]*e$/ },
  { name: /^perl[\d.]*$/, valued: /^-[IM]$/, text: /^-[a-zA-Z]*[eE]$/ },
  { name: /^php[\d.]*$/, valued: /^-[cdz]$/, text: /^(-[rRBEF]|--run)$/ },
  {
    name: /^java$/,
    valued: /^(-cp|-classpath|-p|--class-path|--module-path|--add-(modules|opens|exports|reads))$/,
    text: /^--source$/,
  },
  {
    name: /^(dotnet|mono)$/,
    valued: /^(--additionalprobingpath|--depsfile|--runtimeconfig|--fx-version)$/,
    text: /^-e$/,
  },
  { name: /^(sh|bash|dash|zsh|ksh)$/, valued: /^[-+][oO]$/, text: /^-[a-zA-Z]*c$/ },
];

/** Options that are followed by the program's name, which is a module or an archive. */
const OF_PROGRAM = /^(-m|--module|-jar|-f|--file)$/;

/** Subcommands of a runtime that come before the program. */
const SUBCOMMANDS = /^(run|exec|task)$/;

export interface ProcessTexts {
  /** The name in the kernel's process table, at most 15 bytes long. */
  readonly comm: string;
  /** The path of the executable; undefined if it may not be read. */
  readonly exe: string | undefined;
  readonly args: readonly string[];
}

/** Whether the kernel's name for a process does not tell which program it is. */
export function isVague(comm: string): boolean {
  return comm === 'MainThread' || Buffer.byteLength(comm) >= COMM_MAX || interpreterOf(comm) !== undefined;
}

/**
 * Returns the name of the program a process runs: `chromium-headless-shell`, or for an interpreter also the file it
 * runs: `node server.js`. Never includes a path, or any argument other than that file's name.
 */
export function programName({ comm, exe, args }: ProcessTexts): string {
  const file = exe === undefined ? undefined : basename(exe.replace(/ \(deleted\)$/, ''));
  const started = basename(args[0] ?? '');
  if (comm === 'MainThread') return withScript(file ?? plain(started) ?? comm, args);
  if (interpreterOf(comm)) return withScript(comm, args);
  // The name is truncated; the full one is that of the program, or of the script if the system started its interpreter.
  const whole = [file ?? '', started, basename(args[1] ?? '')].find((name) => name.startsWith(comm));
  return plain(whole ?? '') ?? comm;
}

function withScript(program: string, args: readonly string[]): string {
  const script = createScript(program, args);
  return script === undefined ? program : `${program} ${script}`;
}

/**
 * Returns the file name of the script that an interpreter runs; undefined if the program is not an interpreter or runs
 * no script.
 */
function createScript(program: string, args: readonly string[]): string | undefined {
  const interpreter = interpreterOf(program);
  if (!interpreter) return undefined;
  const first = SUBCOMMANDS.test(args[1] ?? '') ? 2 : 1;
  for (let at = first; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (interpreter.text.test(arg)) return undefined;
    if (OF_PROGRAM.test(arg)) return plain(basename(args[at + 1] ?? ''));
    if (interpreter.valued.test(arg)) at += 1;
    // After an option that is unknown here, the argument may be the value of that option.
    else if (!arg.startsWith('-')) return at === first || /[/.]/.test(arg) ? plain(basename(arg)) : undefined;
  }
  return undefined;
}

function interpreterOf(program: string): Interpreter | undefined {
  return INTERPRETERS.find(({ name }) => name.test(program));
}

function plain(name: string): string | undefined {
  return PLAIN.test(name) ? name : undefined;
}
