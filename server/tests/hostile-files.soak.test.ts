import { expect, test } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { heavyFiles, hostileFiles } from './scenarios/hostile-files.rules.ts'
import { hostileFaults } from './scenarios/hostile-files.ts'
import { makeDesk } from './support/desks/fixtures.ts'
import { startService } from './support/service/service.ts'

test('a thousand hostile files, and those that unpack to gigabytes, harm nothing', {
  timeout: 60 * 60_000,
}, async () => {
  const service = await startService()
  try {
    const { tokens } = await makeDesk(service)
    service.work()
    const seed = newSeed()
    const sent = [...hostileFiles(seed, 1000), ...heavyFiles()]
    const { faults, read, refused } = await hostileFaults(service, tokens.owner, sent)
    console.log(`figure: ${sent.length} files, sent twice: ${read} read, ${refused} refused`)
    expect(faults, `seed ${seed}`).toEqual([])
  } finally {
    await service.stop()
  }
})
