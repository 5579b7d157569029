import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promises } from './promises.ts'
import { type Recorded, recorded } from './record.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const SERVICE = ['bin', 'contract', 'server', 'shared', 'package-lock.json']
const APP = [...SERVICE, 'web']

/** The code that a part tries, where that is not the service alone. */
const judged: Record<string, string[]> = {
  bare: [...APP, 'scripts', 'sdk'],
  client: ['contract', 'sdk'],
  clients: ['contract'],
  debian: [...APP, 'deploy', 'scripts'],
  deploy: ['deploy'],
  dialogs: APP,
  image: [...APP, 'deploy', 'scripts'],
  package: [...APP, 'scripts'],
  two: APP,
  typing: APP,
}

/** Tests change nothing that they try. What was built or installed is made from the rest. */
const IS_NO_CODE = /^(?:tests|dist|node_modules)$|\.test\.tsx?$/

/** A hash of the code that a part tries. */
export function codeOf(part: string, folder = root): string {
  const hash = createHash('sha256')
  for (const path of judged[part] ?? SERVICE) add(path)
  return hash.digest('hex').slice(0, 12)

  function add(path: string): void {
    const place = join(folder, path)
    if (!existsSync(place)) return
    if (statSync(place).isDirectory()) {
      const names = readdirSync(place).filter((name) => !IS_NO_CODE.test(name))
      for (const name of names.sort()) add(`${path}/${name}`)
    } else {
      hash.update(`${path}\0`).update(readFileSync(place)).update('\0')
    }
  }
}

/** Whether the code has changed since the run. */
export const isOlder = (part: string, run: Recorded, folder = root): boolean =>
  run.code !== codeOf(part, folder)

/** The parts that say nothing of the code as it is: not run on it, or failed. */
export function unproven(folder = root): string[] {
  const runs = recorded(folder)
  const names = promises.flatMap(({ soak }) => soak)
  return names.filter((name) => {
    const run = runs[name]
    return !run || run.outcome === 'failed' || isOlder(name, run, folder)
  })
}
