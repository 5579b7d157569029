import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDesk } from '../support/desks/fixtures.ts'
import { openForm, type ReadPage } from '../support/desks/forms.ts'
import { hearUnheard } from '../support/machine/unheard.ts'
import { withFailure } from '../support/postgres/failing-exchange.ts'
import { startService, type TestService } from '../support/service/service.ts'

// The pages of a form are no operations of the API.

const unheard = hearUnheard()
let service: TestService
let form: Awaited<ReturnType<typeof openForm>>
beforeAll(async () => {
  service = await startService({ formLeastMs: 0 })
  const desk = await makeDesk(service)
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'Papers', type: 'file' },
  ]
  form = await openForm({ service, desk }, columns)
})
afterAll(async () => {
  unheard.stop()
  await service.stop()
})

/** Lets the first exchange fail, then the second, and so on until there are no more. @returns the last page. */
async function failing(ask: () => Promise<ReadPage>): Promise<ReadPage> {
  for (let nth = 1; ; nth++) {
    const { result, hasFailed } = await withFailure(nth, 'late', ask)
    expect(await unheard.take()).toEqual([])
    if (!hasFailed) return result
    expect(result.status).toBe(503)
    expect(result.headers.get('retry-after')).not.toBeNull()
  }
}

test.each(['at first', 'again'])(
  'a page is opened, or says that it cannot be now: %s',
  async () => {
    expect((await failing(() => form.visitor().open())).status).toBe(200)
  },
)

test('a form that could not be taken is sent again, and becomes one row with its file', async () => {
  const visitor = form.visitor()
  const page = await visitor.open()
  const before = (await form.rows()).length
  const papers = new File(['two pages'], 'papers.txt', { type: 'text/plain' })
  const sent = await failing(() =>
    visitor.send(
      [
        ['c.name', 'Acme'],
        ['c.papers', papers],
      ],
      { page },
    ),
  )
  expect(sent.status).toBe(303)
  expect((await form.rows()).length).toBe(before + 1)
})
