import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a comparison found. */
export class Compared {
  /** What nothing explains, in words. */
  readonly faults: string[] = []
  /** How much was compared. */
  cells = 0
  /** How often something was otherwise for a known reason. */
  readonly explained = new Map<string, number>()

  /** @param path of the input, so that it can be tried again. */
  add(path: string, what: string, faults: readonly string[]): void {
    const others = faults.length > MOST_SAID ? `; and ${faults.length - MOST_SAID} more` : ''
    this.faults.push(`${path} (${what}): ${faults.slice(0, MOST_SAID).join('; ')}${others}`)
  }

  explain(reason: string): void {
    this.explained.set(reason, (this.explained.get(reason) ?? 0) + 1)
  }

  get explainedCount(): number {
    return this.explained.values().reduce((sum, count) => sum + count, 0)
  }
}

const MOST_SAID = 4

/** Writes a file into a directory. @returns its path. */
export async function keep(directory: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, name)
  await writeFile(path, bytes)
  return path
}

/** Has a script read what it is asked. It answers each with a line of JSON. */
export async function runPython<T>(
  python: string,
  script: string,
  asked: readonly unknown[],
): Promise<T[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(python, [script], { maxBuffer: MOST_BYTES }, (error, written) =>
      error ? reject(error) : resolve(written),
    )
    child.stdin!.end(JSON.stringify(asked))
  })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const MOST_BYTES = 1024 * 1024 * 1024

/** A Python that has a module: Debian’s, or else the first that is found. */
export async function findPython(module: string): Promise<string | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const { promise: has, resolve } = Promise.withResolvers<boolean>()
    execFile(python, ['-c', `import ${module}`], (error) => resolve(!error))
    if (await has) return python
  }
  return undefined
}
