import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPython } from './foreign/comparing.ts'
import { importedFaults, readFaults } from './foreign/files.ts'
import { foreignFiles } from './foreign/foreign-files.rules.ts'
import { newSeed } from './scenarios/chance.ts'
import { makeDesk } from './support/desks/fixtures.ts'
import { startService } from './support/service/service.ts'

const SEED = Number(process.env.SEED ?? newSeed())
const COUNT = Number(process.env.COUNT ?? 5000)

test('thousands of files as other programs write them are imported as they were meant, and as Python reads them', {
  timeout: 60 * 60_000,
}, async () => {
  const directory = join(tmpdir(), `sourcebook-foreign-files-${SEED}`)
  await rm(directory, { recursive: true, force: true })
  const files = foreignFiles(SEED, COUNT)
  const service = await startService()
  try {
    const { tokens } = await makeDesk(service)
    service.work()
    const own = await importedFaults(service, tokens.owner, files, { directory })
    const python = await findPython('openpyxl')
    if (!python)
      console.log('skipped: no Python here has the module openpyxl (Debian: python3-openpyxl)')
    const theirs = python ? await readFaults(python, files, directory) : undefined
    for (const [reason, count] of theirs?.explained ?? []) console.log(`${count} times: ${reason}`)
    const faults = [...own.faults, ...(theirs?.faults ?? [])]
    console.log(
      `figure: ${files.length} files, ${own.cells} cells; Python read ${theirs?.cells ?? 0} of them, ` +
        `${theirs?.explainedCount ?? 0} otherwise for ${theirs?.explained.size ?? 0} known reasons; ${faults.length} files are unexplained`,
    )
    expect(faults, `seed ${SEED}`).toEqual([])
  } finally {
    await service.stop()
  }
})
