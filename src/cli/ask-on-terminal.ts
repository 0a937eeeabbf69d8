import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Question {
  readonly text: string;
  /** Whether the answer is not shown. */
  readonly isHidden?: boolean;
}

/**
 * Asks questions on the terminal, one after the other; pasted lines answer several. Ctrl-C ends the process.
 *
 * @returns the answers in order, without line endings; fewer than asked if Ctrl-D ended the input.
 */
export function askOnTerminal(questions: readonly Question[]): Promise<readonly string[]> {
  let isHidden = false;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const answers: string[] = [];
  const ask = () => {
    const question = questions[answers.length];
    if (!question) return terminal.close();
    isHidden = question.isHidden === true;
    if (isHidden) {
      process.stderr.write(question.text);
    } else {
      // Readline has to know the text, since it writes the whole line anew when the answer is edited.
      terminal.setPrompt(question.text);
      terminal.prompt();
    }
  };
  terminal.once('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(130);
  });
  // In the same turn as the line, so that a pasted password is hidden as well.
  terminal.on('line', (answer) => {
    if (isHidden) process.stderr.write('\n');
    answers.push(answer);
    ask();
  });
  return new Promise((resolve) => {
    terminal.once('close', () => {
      if (answers.length < questions.length) process.stderr.write('\n');
      resolve(answers);
    });
    ask();
  });
}
