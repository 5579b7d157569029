import { expect, test } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { hostileUploads } from './scenarios/hostile-uploads.rules.ts'
import { uploadFaults } from './scenarios/hostile-uploads.ts'
import { makeDesk } from './support/desks/fixtures.ts'
import { startService } from './support/service/service.ts'

test('five hundred hostile files are kept as they came, and none is shown', {
  timeout: 60 * 60_000,
}, async () => {
  const service = await startService({ formLeastMs: 0 })
  try {
    const desk = await makeDesk(service)
    const seed = newSeed()
    const uploads = hostileUploads(seed, 500)
    const { faults, kept, refused } = await uploadFaults(service, desk, uploads)
    console.log(`figure: 500 files by four ways: ${kept} kept, ${refused} refused, none shown`)
    expect(faults, `seed ${seed}`).toEqual([])
  } finally {
    await service.stop()
  }
})
