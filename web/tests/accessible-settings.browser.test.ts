// Like accessible.browser.test.ts, for the workspace's settings and the pages before sign-in.
import { afterAll, beforeAll, test } from 'vitest'
import { paths, settingsSections } from '../paths.ts'
import { expectAccessible, thirdInDark } from './support/accessible.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'

let demo: TestedDemo
let invitation: string

beforeAll(async () => {
  demo = await startDemo()
  const body = { email: 'new@harborline.example', role: 'member' }
  const invited = await demo.dana.api('POST', '/v1/workspace/seats', { body })
  invitation = new URL(invited.body.data.inviteUrl).pathname
})
afterAll(() => demo.stop())

const sections = settingsSections.map((section): [typeof section] => [section])

test.each(thirdInDark(sections))(
  'nothing stands in anybody’s way: settings, %s',
  async (section, isDarkToo) => {
    await expectAccessible(await demo.openAs(demo.dana, paths.settings(section)), { isDarkToo })
  },
)

const strangers: [name: string, path: () => string][] = [
  ['signing in', paths.signIn],
  ['signing up', paths.signUp],
  ['a forgotten password', paths.forgot],
  ['a new password', () => '/reset/none'],
  ['an invitation', () => invitation],
]

test.each(thirdInDark(strangers))('is accessible: %s', async (_, path, isDarkToo) => {
  await expectAccessible(await demo.openAsStranger(path()), { isDarkToo })
})
