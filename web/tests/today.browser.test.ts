import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { settled } from './support/settled.ts'

let demo: TestedDemo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.stop())

test('today names the deals, the people and what they wrote, and counts the stages', async () => {
  const page = await demo.openAs(demo.priya, paths.home())
  const part = (name: string) => page.getByRole('region', { name, exact: true })

  const lien = part('Overdue and due today').getByRole('listitem').filter({ hasText: 'lien' })
  await lien.getByText('30 h overdue').waitFor()
  await lien.getByRole('link', { name: 'Nguyen Dental: expansion' }).waitFor()
  await part('Next 3 days').getByText('Kessler: before funding').waitFor()

  const text = part('Unread').getByRole('listitem').filter({ hasText: 'Blue Anchor Seafood LLC' })
  await text.getByText('You’ll get the offer by email on Monday.').waitFor()

  await part('Recently added').getByRole('link', { name: 'Nguyen Dental: expansion' }).waitFor()

  const leads = part('Leads by stage')
  const stages = leads.getByRole('listitem')
  await expect.poll(() => stages.allTextContents()).toHaveLength(4)
  expect(await stages.first().textContent()).toMatch(/^New5\$455,000/)
  await leads.getByRole('link', { name: 'New' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  await page.getByText('Prairie Freight Co').waitFor()
  expect(await page.getByText('Kessler Roofing').count()).toBe(0)
})

test('an obligation is completed from today with one click, and the click can be undone', async () => {
  const page = await demo.openAs(demo.priya, paths.home())
  const due = page.getByRole('region', { name: 'Overdue and due today' })
  const tick = due.getByRole('button', { name: 'Complete File the lien' })
  await tick.click()
  await page.getByText('Completed “File the lien”').waitFor()
  await tick.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await tick.waitFor()
})

test('the first steps know what is done, lead to the rest, and can be hidden', async () => {
  const page = await demo.openAs(demo.dana, paths.home())
  const steps = page.getByRole('region', { name: 'First steps' })
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
  const isDone = async (name: string) => (await step(name).getByLabel('Done:').count()) === 1
  await step('Import your leads').waitFor()
  expect(await isDone('Import your leads')).toBe(true)
  expect(await isDone('Invite the desk')).toBe(true)
  expect(await isDone('Connect your phone number or email')).toBe(false)
  expect(await isDone('Set your pipeline stages')).toBe(false)
  await step('Set your pipeline stages').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Leads: settings' }).waitFor()
  await page.goBack()
  await step('Connect your phone number or email').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Hide first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  const developer = page.getByRole('region', { name: 'Connect a form' })
  await developer.getByRole('link', { name: 'Create a form for Website form' }).click()
  await page.getByRole('heading', { name: 'New form' }).waitFor()
  await page.goBack()
  await developer.getByRole('button', { name: /^Hide/ }).click()
  await developer.waitFor({ state: 'detached' })

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByRole('region', { name: 'Recently added' }).getByRole('listitem').first().waitFor()
  expect(asked.filter((path) => /^\/v1\/.*(channels|keys)$/.test(path))).toEqual([])
})

test('today asks for each thing once, and a conversation that is read is not loaded again and again', async () => {
  const asked: string[] = []
  const page = await demo.openAs(demo.marcus, 'about:blank')
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v1/')) asked.push(`${request.method()} ${pathname}${search}`)
  })
  await page.goto(paths.home())
  const unread = page.getByRole('region', { name: 'Unread' })
  const due = page.getByRole('region', { name: 'Overdue and due today' })
  await unread.getByRole('link', { name: 'Blue Anchor Seafood LLC' }).waitFor()
  await due.getByRole('link', { name: 'Nguyen Dental: expansion' }).waitFor()
  await page.getByRole('region', { name: 'Recently added' }).getByRole('listitem').first().waitFor()
  // Who one is, what happens, the names of people, boards and records, the columns of pages, two badges, whether there are
  // agreements, and all that Today lists.
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10)
  expect(new Set(asked).size).toBe(asked.length)

  asked.length = 0
  await unread.getByRole('link', { name: 'Blue Anchor Seafood LLC' }).click()
  await page.getByRole('log').getByText('You’ll get the offer by email on Monday.').waitFor()
  await page.getByRole('navigation', { name: 'Desk' }).getByLabel('1 unread').waitFor()
  await settled(page)
  // Once to show them, and once when the events say that they were read, or twice if those came apart.
  expect(asked.filter((one) => /\/messages(\?|$)/.test(one)).length).toBeLessThanOrEqual(3)
})

test('today stays where it is while its parts come in, for a member too', async () => {
  const page = await demo.openAs(
    demo.priya,
    paths.home(),
    { width: 390, height: 844 },
    async (page) => {
      // The pages, whose stages stand at the top, are known after all else is drawn.
      const drawn = page
        .waitForResponse('**/v1/today?*')
        .then(() =>
          page.evaluate(`new Promise((done) => setTimeout(requestAnimationFrame, 100, done))`),
        )
      await page.route('**/v1/definitions?*', async (route) => {
        await drawn
        await route.continue()
      })
    },
  )
  await page.getByRole('region', { name: 'Recently added' }).getByRole('listitem').first().waitFor()
  await settled(page)
  const moved = await page.evaluate<number>(`new Promise((resolve) => {
    const sum = (all) => all.reduce((sum, { value }) => sum + value, 0)
    new PerformanceObserver((list) => resolve(sum(list.getEntries())))
      .observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100, 0)))
  })`)
  expect(moved).toBeLessThan(0.05)
})

test('on a phone, the first steps take one line while something is due, and open on a tap', async () => {
  const page = await demo.openAs(demo.dana, paths.home(), { width: 390, height: 844 })
  const steps = page.getByRole('region', { name: 'First steps' })
  const line = steps.getByRole('button', { name: 'First steps 2 of 4' })
  await line.waitFor()
  expect((await steps.boundingBox())!.height).toBeLessThan(60)
  expect(await steps.getByRole('listitem').count()).toBe(0)
  await line.tap()
  await steps.getByRole('listitem').filter({ hasText: 'Invite the desk' }).waitFor()
  await steps.getByRole('button', { name: 'Hide first steps' }).waitFor()
  await expectAccessible(page)
  await line.tap()
  expect(await steps.getByRole('listitem').count()).toBe(0)
})
