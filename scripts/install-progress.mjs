// Says how far an installation is. Plain JavaScript that any Node from 18 on understands.
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 500
const MB = 1_000_000

/**
 * Looks at what is there of `folder`'s packages until it is ended: a moving line at a terminal, and elsewhere a line for every
 * tenth of the way.
 *
 * @param paths where the packages will be, as a lock file names them
 * @param megabytes about how much they take
 * @returns ends it
 */
export function showProgress(folder, paths, megabytes, output = process.stderr) {
  /** The bytes of each package that is there, and whether npm was still unpacking it when they were counted. */
  const seen = new Map()
  let tenth = 0
  const look = () => {
    for (const path of paths) {
      const before = seen.get(path)
      if (before?.isWhole || !existsSync(join(folder, path, 'package.json'))) continue
      let bytes
      try {
        bytes = bytesIn(join(folder, path))
      } catch {
        continue // npm moves and deletes what it unpacks
      }
      seen.set(path, { bytes, isWhole: before?.bytes === bytes })
    }
    const done = Math.round([...seen.values()].reduce((sum, { bytes }) => sum + bytes, 0) / MB)
    const text = `${seen.size} of ${paths.length} packages, ${done} of about ${megabytes} MB`
    if (output.isTTY) output.write(`\r\x1b[K${text}`)
    else {
      const now = Math.floor(5 * (seen.size / paths.length + done / megabytes))
      if (now > tenth) output.write(`${text}\n`)
      tenth = Math.max(tenth, now)
    }
  }
  const looking = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(looking)
    if (output.isTTY) output.write('\r\x1b[K')
  }
}

/** What a package takes, without the packages that are installed in it. */
function bytesIn(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesIn(path)
    else bytes += lstatSync(path).size
  }
  return bytes
}
