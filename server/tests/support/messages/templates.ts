import { expect } from 'vitest'
import type { Desk } from '../desks/fixtures.ts'
import { openRows } from '../desks/rows.ts'
import type { TestService } from '../service/service.ts'
import { freshNumber, openComms } from './comms.ts'

type Role = keyof Desk['tokens']

const columns = [
  { name: 'Business name', key: 'business', type: 'text' },
  { name: 'Amount', type: 'currency' },
  { name: 'Due', type: 'date' },
  { name: 'Owner', type: 'person' },
  {
    name: 'Papers',
    type: 'multi_select',
    settings: { options: [{ label: 'ID' }, { label: 'Tax' }] },
  },
  { name: 'Margin', type: 'number' },
  { name: 'Twice', type: 'formula', settings: { expression: 'margin * 2' } },
]

export type Templates = Awaited<ReturnType<typeof openTemplates>>

/** A page of deals whose margin members cannot see, and what people (by default members) do with its templates. */
export async function openTemplates(service: TestService, desk: Desk) {
  const { as } = openComms(service, desk)
  const deals = await openRows(service, desk, columns, 'page')
  const hide = (key: string, column: string, visibleTo: object) =>
    service.api('PUT', `/v1/definitions/${key}/column-policies/${column}`, {
      token: desk.tokens.owner,
      body: { visibleTo },
    })
  await hide(deals.key, 'margin', { mode: 'roles', roles: ['manager'] })
  let nth = 0
  const text = (more: object = {}) => ({
    name: `Words ${++nth}`,
    medium: 'text',
    definition_key: deals.key,
    content: 'Hello {{business}}',
    ...more,
  })
  const create = async (body: object, role: Role = 'member') => {
    const answer = await as(role)('POST', 'templates', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const preview = (id: string, row_id: string, role: Role = 'member') =>
    as(role)('POST', `templates/${id}/preview`, { row_id })
  return {
    as,
    deals,
    hide,
    text,
    create,
    preview,
    email: (more: object = {}) => text({ medium: 'email', ...more }),
    addRow: async (cells: object) =>
      (await deals.as('owner')('POST', '/rows', { cells })).body.data.id as string,
    /** The preview of a new template. */
    previewed: async (body: object, row_id: string) => {
      const answer = await preview((await create(body)).id, row_id)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data
    },
    send: (template_id: string, row_id: string, more: object = {}, role: Role = 'member') =>
      as(role)('POST', 'send', {
        medium: 'text',
        to: freshNumber(),
        template_id,
        definition_key: deals.key,
        row_id,
        ...more,
      }),
  }
}
