import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ExpectedError } from '../platform/expected-error.ts'

/** Longer than any password may be. */
const MOST_BYTES = 4_096

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  /** Where the question goes: standard output is for results. */
  output: { write(text: string): unknown }
}

/**
 * The password that the operator chose: the first line of standard input, so that it is in no list of processes and in no
 * history of commands. At a terminal it is asked for, and what is typed is not shown.
 *
 * @throws ExpectedError if there is none
 */
export async function readPassword({ input, output }: Terminal): Promise<string> {
  const password = input.isTTY ? await ask(input, output) : firstLine(await readAll(input))
  if (password === '') {
    throw new ExpectedError('There is no password on standard input; send one line with it.')
  }
  return password
}

export const operatorsTerminal: Terminal = { input: process.stdin, output: process.stderr }

async function ask(input: Terminal['input'], output: Terminal['output']): Promise<string> {
  output.write('Password: ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''))
    })
  } finally {
    lines.close()
    output.write('\n')
  }
}

async function readAll(input: Terminal['input']): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of input) {
    pieces.push(Buffer.from(piece))
    size += piece.length
    if (size > MOST_BYTES) throw new ExpectedError('That is too long for a password.')
  }
  return Buffer.concat(pieces).toString('utf8')
}

const firstLine = (text: string): string => text.split(/\r?\n/)[0]!
