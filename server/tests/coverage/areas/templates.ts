import { templateOperations as op } from '../../../../contract/comms/templates.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

let made = 0
const body = ({ mark, page }: World, medium: 'text' | 'email' = 'email') => ({
  name: `${mark} new ${++made}`,
  medium,
  definition_key: page.key,
  content: `${mark} {{rank|none}}`,
})

async function create(world: World, medium?: 'text'): Promise<{ id: string; name: string }> {
  const sent = { token: world.owner, body: body(world, medium) }
  const answer = await world.service.api('POST', '/v1/comms/templates', sent)
  if (answer.status !== 201) throw new Error(`the template answered ${answer.text}`)
  return answer.body.data
}

const on =
  (change?: (world: World) => object): Good =>
  (world) => ({
    token: world.owner,
    params: { id: world.things.templateId! },
    ...(change && { body: change(world) }),
  })
const onNew: Good = async (world) => ({
  token: world.owner,
  params: { id: (await create(world)).id },
})

const withBody =
  (change: object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const changed = { ...(sent.body as object), ...change }
    return [await send(world.service, operation, { ...sent, body: changed })]
  }
const inText: Case = async (world, operation) => {
  const { id } = await create(world, 'text')
  const sent = await goodRequest(world, operation)
  return [await send(world.service, operation, { ...sent, params: { id }, body: { subject: 'x' } })]
}
/** The good request with the name of another template of its medium. */
const nameTaken: Case = async (world, operation) => {
  const { name } = await create(world)
  return withBody({ name: name.toUpperCase() })(world, operation)
}
/** A template that merges a column which was deleted later. */
const columnGone: Case = async (world, operation) => {
  const path = `/v1/definitions/${world.page.key}/columns`
  const { owner: token, service } = world
  const column = await service.api('POST', path, {
    token,
    body: { name: `Gone ${++made}`, type: 'text' },
  })
  const { id: columnId, key } = column.body.data
  const { id } = await create(world)
  const change = { token, body: { content: `{{${key}}}` } }
  await service.api('PATCH', `/v1/comms/templates/${id}`, change)
  await service.api('DELETE', `${path}/${columnId}`, { token })
  const sent = await goodRequest(world, operation)
  return [await send(service, operation, { ...sent, params: { id } })]
}

const ofRow: Rule = {
  put: (sent, id) => ({ ...sent, body: { row_id: id } }),
  foreign: (theirs) => [theirs.page.rowId, theirs.board.rowId],
  as: { missing: NOTHING, status: 400, code: 'unknown_reference' },
}

export const templates: Area = {
  furnish: async (world) => ({ templateId: (await create(world)).id }),
  good: [
    [op.list, ({ owner }) => ({ token: owner })],
    [op.create, (world) => ({ token: world.owner, body: body(world) })],
    [op.get, on()],
    [op.update, on(({ mark }) => ({ content: `${mark} ${++made}`, subject: null }))],
    [op.remove, onNew],
    [op.preview, on(({ page }) => ({ row_id: page.rowId }))],
    [
      op.previewWords,
      (world) => {
        const { name: _, ...words } = body(world)
        return { token: world.owner, body: { ...words, row_id: world.page.rowId } }
      },
    ],
  ],
  cases: [
    [op.create, 'unknown_reference', withBody({ definition_key: 'nowhere' })],
    [op.create, 'unknown_column', withBody({ content: '{{no_such_column}}' })],
    [op.create, 'email_only', withBody({ medium: 'text', subject: 'x' })],
    [op.create, 'name_taken', nameTaken],
    [op.update, 'unknown_column', withBody({ content: '{{no_such_column}}' })],
    [op.update, 'email_only', inText],
    [op.update, 'name_taken', nameTaken],
    [op.preview, 'unknown_reference', withBody({ row_id: NOTHING })],
    [op.preview, 'unknown_column', columnGone],
    [op.previewWords, 'unknown_reference', withBody({ row_id: NOTHING })],
    [op.previewWords, 'unknown_column', withBody({ content: '{{no_such_column}}' })],
    [op.previewWords, 'email_only', withBody({ medium: 'text', subject: 'x' })],
  ],
  subjects: {
    templates: { of: ({ things }) => [things.templateId!], missing: [NOTHING, 'no-id'] },
  },
  rules: {
    [`${op.preview.operationId} body.row_id`]: [ofRow],
    [`${op.previewWords.operationId} body.row_id`]: [
      {
        ...ofRow,
        put: (sent, id) => ({ ...sent, body: { ...(sent.body as object), row_id: id } }),
      },
    ],
  },
}
