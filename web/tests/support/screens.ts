import { paths } from '../../paths.ts'
import type { TestedDemo } from './demo.ts'

const HOUR_MS = 3_600_000

/** The screens whose pictures are kept: their names and addresses. */
export const screens: [name: string, path: (app: TestedDemo) => Promise<string>][] = [
  ['today', async () => paths.home()],
  ['grid', async () => paths.records('leads')],
  ['groups', async () => `${paths.records('leads')}?group=stage`],
  ['kanban', async () => `${paths.records('leads')}?kind=kanban&group=stage`],
  ['calendar', async () => `${paths.records('deals')}?kind=calendar`],
  [
    'record',
    async (app) => paths.recordPage('leads', await first(app, '/v1/definitions/leads/rows')),
  ],
  ['conversation', async (app) => paths.conversation(await first(app, '/v1/comms/conversations'))],
  ['obligations', async () => paths.obligations()],
  ['money', async (app) => paths.deal(await first(app, '/v1/accounting/deals'))],
  ['members', async () => paths.settings('members')],
]

export async function first({ dana }: TestedDemo, path: string) {
  const { body } = await dana.api('GET', path)
  return body.data[0].id
}

/** The demo has one obligation that is due at the end of the month, however far that is. Here it is due in two weeks. */
export async function dueInTwoWeeks({ dana }: TestedDemo): Promise<void> {
  const { body } = await dana.api('GET', '/v1/obligations')
  const { id } = body.data.find((one: { title: string }) => one.title === 'Monthly bank statements')
  const dueAt = new Date(Date.now() + 14 * 24 * HOUR_MS).toISOString()
  const { status, body: answer } = await dana.api('PATCH', `/v1/obligations/${id}`, {
    body: { dueAt },
  })
  if (status !== 200) throw new Error(JSON.stringify(answer))
}
