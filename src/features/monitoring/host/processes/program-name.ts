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
  /** Its options that are followed by the text of a program, or say that it comes from elsewhere: it has no name. */
  readonly text: RegExp;
  /** Its words that come before the program. */
  readonly subcommands?: RegExp;
}

const OF_JAVASCRIPT = {
  valued: /^(-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|--title)$/,
  text: /^(-[a-z]*[ep]|--(eval|print)(=.*)?)$/s,
};

const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(node|nodejs)$/, ...OF_JAVASCRIPT },
  { name: /^(bun|deno)$/, ...OF_JAVASCRIPT, subcommands: /^(run|task)$/ },
  { name: /^(python|pypy)[\d.]*$/, valued: /^-[WX]$/, text: /^-[a-zA-Z]*(c|m.)/ },
  { name: /^ruby[\d.]*$/, valued: /^-[CEIr]$/, text: /^-([a-z]*e$|[alnp]*e)/ },
  { name: /^perl[\d.]*$/, valued: /^-[IM]$/, text: /^-([a-zA-Z]*[eE]$|[alnpw]*[eE])/ },
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
    subcommands: /^(run|exec)$/,
  },
  { name: /^(sh|bash|dash|zsh|ksh)$/, valued: /^[-+][oO]$/, text: /^-[a-zA-Z]*[cs]/ },
];

/** Options that are followed by the program's name, which is a module or an archive. */
const OF_PROGRAM = /^(-m|--module|-jar|-f|--file)$/;

/** A file, which may follow an unknown option, but no address, which is rather an argument. */
const FILE = /^(?![a-z][a-z\d+.-]*:).*[/.]/is;

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
  if (comm === 'MainThread') return withScript(plain(file ?? started) ?? comm, args);
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
  const first = interpreter.subcommands?.test(args[1] ?? '') ? 2 : 1;
  for (let at = first; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    // A program from the standard input has no name either, and what follows are its arguments.
    if (arg === '-' || interpreter.text.test(arg)) return undefined;
    if (arg === '--' || OF_PROGRAM.test(arg)) return plain(basename(args[at + 1] ?? ''));
    if (interpreter.valued.test(arg)) at += 1;
    // After an option that is unknown here it may be that one's value.
    else if (!arg.startsWith('-')) return at === first || FILE.test(arg) ? plain(basename(arg)) : undefined;
  }
  return undefined;
}

function interpreterOf(program: string): Interpreter | undefined {
  return INTERPRETERS.find(({ name }) => name.test(program));
}

function plain(name: string): string | undefined {
  return PLAIN.test(name) ? name : undefined;
}
