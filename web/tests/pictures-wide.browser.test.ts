// Compares screens with the pictures in `web/tests/pictures`, in light and dark. After a change that you wanted, renew
// them with `PICTURES=renew npm test -- web/tests/pictures` and look at them before you commit.
import { afterAll, beforeAll, test } from 'vitest'
import { isBundled } from './support/chromium.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { fixTime } from './support/fixed-time.ts'
import { expectPictures } from './support/pictures.ts'
import { dueInTwoWeeks, screens } from './support/screens.ts'

let app: TestedDemo
let began: number
beforeAll(async () => {
  began = Date.now()
  app = await startDemo()
  await dueInTwoWeeks(app)
})
afterAll(() => app.stop())

// Another browser draws letters differently.
test.runIf(isBundled).for(screens)(
  'The screen “%s” looks as it did in a wide window',
  async ([name, path]) => {
    const page = await app.openAs(app.dana, await path(app), { width: 1280, height: 800 }, (page) =>
      fixTime(page, began),
    )
    await expectPictures(page, `${name}-wide`)
  },
)
