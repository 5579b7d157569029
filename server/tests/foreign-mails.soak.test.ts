import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPython } from './foreign/comparing.ts'
import { foreignMails } from './foreign/mails.rules.ts'
import { readMailFaults, receivedFaults } from './foreign/mails.ts'
import { newSeed } from './scenarios/chance.ts'
import { makeOwner } from './support/desks/fixtures.ts'
import { startService } from './support/service/service.ts'

const SEED = Number(process.env.SEED ?? newSeed())
const COUNT = Number(process.env.COUNT ?? 5000)

test('thousands of emails as other programs write them are received as they were meant, and as Python reads them', {
  timeout: 60 * 60_000,
}, async () => {
  const directory = join(tmpdir(), `sourcebook-foreign-mails-${SEED}`)
  await rm(directory, { recursive: true, force: true })
  const mails = foreignMails(SEED, COUNT)
  const service = await startService()
  try {
    const { owner } = await makeOwner(service)
    const own = await receivedFaults(service, owner, mails, { directory })
    const python = await findPython('email')
    if (!python) console.log('skipped: no Python here has the module email (Debian: python3)')
    const theirs = python ? await readMailFaults(python, mails, directory) : undefined
    for (const [reason, count] of theirs?.explained ?? []) console.log(`${count} times: ${reason}`)
    const faults = [...own.faults, ...(theirs?.faults ?? [])]
    console.log(
      `figure: ${mails.length} emails, ${own.cells} parts; Python read ${theirs?.cells ?? 0} of them, ` +
        `${theirs?.explainedCount ?? 0} otherwise for ${theirs?.explained.size ?? 0} known reasons; ${faults.length} emails are unexplained`,
    )
    expect(faults, `seed ${SEED}`).toEqual([])
  } finally {
    await service.stop()
  }
})
