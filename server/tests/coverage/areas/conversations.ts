import { optOutOperations as optOuts } from '../../../../contract/comms/channels.ts'
import { conversationOperations as op } from '../../../../contract/comms/conversations.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { until } from '../../support/clients/listener.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

let made = 0
/** In an area of its own: those of texts that arrive are in 201. */
const number = (): string => `+1212${5_550_000 + ++made}`
const address = (): string => `guest-${++made}@funding.example`

async function create(world: World, path: string, body?: object) {
  const sent = { token: world.owner, body }
  const answer = await world.service.api('POST', `/v1/comms/${path}`, sent)
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.text}`)
  return answer.body.data
}
const thread = async (world: World, medium: 'text' | 'email'): Promise<number> =>
  (
    await create(world, 'conversations', {
      medium,
      address: medium === 'text' ? number() : address(),
    })
  ).id
const message = async (world: World): Promise<number> =>
  (await create(world, 'send', { medium: 'text', to: number(), content: `${world.mark} text` })).id
/** A message that waits, or that the provider refused. Its fence is changed, so that no worker can settle it. */
async function messageIn(world: World, state: 'pending' | 'failed'): Promise<number> {
  const id = await message(world)
  await world.service.sql(
    `WITH changed AS (
       UPDATE messages SET status = CASE WHEN $3 = 'failed' THEN 'failed' ELSE 'queued' END
       WHERE workspace_id = $1 AND id = $2)
     UPDATE message_deliveries SET state = $3, fence = fence + 1000, leased_until = NULL, began_at = NULL,
       next_attempt_at = CASE WHEN $3 = 'pending' THEN (SELECT now() + interval '1 hour') END,
       settled_at = CASE WHEN $3 = 'failed' THEN (SELECT now()) END
     WHERE workspace_id = $1 AND message_id = $2`,
    [world.desk.workspaceId, id, state],
  )
  return id
}
async function isSent({ service, owner }: World, id: number): Promise<boolean> {
  const found = await service.api('GET', `/v1/comms/messages/${id}`, { token: owner })
  return found.body.data.delivery.state === 'sent'
}
const pending = (world: World): Promise<number> => messageIn(world, 'pending')
const failed = (world: World): Promise<number> => messageIn(world, 'failed')
const template = async (world: World, content: string): Promise<string> =>
  (
    await create(world, 'templates', {
      name: `${world.mark} words of guest ${++made}`,
      medium: 'email',
      content,
      definition_key: world.page.key,
    })
  ).id

const record = ({ page }: World) => ({ definition_key: page.key, row_id: page.rowId })
/** Uses the template that merges nothing, so that each id in the body can be tried. */
const fromTemplate = (world: World) => ({ template_id: world.things.wordsId!, ...record(world) })

const asOwner: Good = ({ owner }) => ({ token: owner })
const onKept: Good = ({ owner, things }) => ({ token: owner, params: { id: things.threadId! } })
const onMessage: Good = ({ owner, things }) => ({ token: owner, params: { id: things.messageId! } })
const onNew =
  (make: (world: World) => Promise<number>): Good =>
  async (world) => ({ token: world.owner, params: { id: await make(world) } })

const refusedWith =
  (change: (world: World, sent: Sent) => object | Promise<object>): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, ...(await change(world, sent)) })]
  }
const withBody = (change: (world: World) => object | Promise<object>): Case =>
  refusedWith(async (world, { body }) => ({
    body: { ...(body as object), ...(await change(world)) },
  }))
const withTemplate = (content: string): Case =>
  withBody(async (world) => ({ template_id: await template(world, content) }))
const columnGone: Case = withBody(async (world) => {
  const path = `/v1/definitions/${world.page.key}/columns`
  const token = world.owner
  const column = await world.service.api('POST', path, {
    token,
    body: { name: `Gone ${++made}`, type: 'text' },
  })
  const { id, key } = column.body.data
  const template_id = await template(world, `{{${key}}}`)
  await world.service.api('DELETE', `${path}/${id}`, { token })
  return { template_id }
})
const inText: Case = refusedWith(async (world) => ({
  params: { id: await thread(world, 'text') },
  body: { content: 'x', subject: 'x' },
}))
async function optOut(world: World, of: { medium: string; address: string }): Promise<void> {
  const { medium, address: wanted } = of
  const body = { medium, address: wanted, opted_out: true }
  const put = await world.service.api('PUT', '/v1/comms/opt-outs', { token: world.owner, body })
  if (put.status !== 200) throw new Error(`the opt-out answered ${put.text}`)
}
/** The address of the thread, or of the message's thread, has opted out. */
const optedOut: Case = refusedWith(async (world, sent) => {
  const of = sent.params?.id ?? 0
  const isMessage = sent.body === undefined
  const path = isMessage ? 'messages' : 'conversations'
  const get = async (what: string) =>
    (await world.service.api('GET', `/v1/comms/${what}`, { token: world.owner })).body.data
  const found = await get(`${path}/${of}`)
  await optOut(world, isMessage ? await get(`conversations/${found.conversation_id}`) : found)
  return {}
})
/** The conversation is with a server that has no whole address. */
const withServer: Case = refusedWith(async (world) => {
  const id = await thread(world, 'email')
  await world.service.sql(
    `UPDATE conversations SET address = 'root@server1' WHERE workspace_id = $1 AND id = $2`,
    [world.desk.workspaceId, id],
  )
  return { params: { id } }
})

const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})
/** The field of a body that names something of the workspace. */
const names = (
  field: string,
  foreign: Rule['foreign'],
  missing: string | number = NOTHING,
): Rule => ({
  put: (sent, id) => inBody(sent, { [field]: id }),
  foreign,
  as: { missing, status: 400, code: 'unknown_reference' },
})
const row: Rule['foreign'] = (theirs) => [theirs.page.rowId, theirs.board.rowId]
const ofSaid = ({ operationId }: AnyOperation): [string, Rule[]][] => [
  [`${operationId} body.template_id`, [names('template_id', ({ things }) => [things.wordsId!])]],
  [`${operationId} body.row_id`, [names('row_id', row)]],
  [
    `${operationId} body.attachments[]`,
    [
      {
        ...names('attachments', (theirs) => [theirs.things.fileId!]),
        put: (sent, id) => inBody(sent, { attachments: [id] }),
      },
    ],
  ],
]
const ids = (kept: string) => ({
  of: ({ things }: World) => [things[kept]!],
  missing: [NOBODY, 0, 'no-id', '99999999999999999999'],
})

export const conversations: Area = {
  async furnish(world) {
    const { mark } = world
    const wordsId = await template(world, `${mark} words`)
    const kept = await create(world, 'send', {
      medium: 'email',
      to: address(),
      content: `${mark} email`,
      subject: `${mark} subject`,
      ...record(world),
    })
    // Wait, so that its event has the same place among the events of each world.
    if (world.service.isWorking()) await until(() => isSent(world, kept.id), 'the message sent')
    const channel = await create(world, 'channels', {
      name: `${mark} outbox`,
      medium: 'email',
      provider: 'local',
      from: 'desk@desk.example',
    })
    return {
      wordsId,
      outboxId: channel.id,
      threadId: String(kept.conversation_id),
      messageId: String(kept.id),
    }
  },
  good: [
    [op.list, asOwner],
    [
      op.create,
      (world) => ({
        token: world.owner,
        body: { medium: 'text', address: number(), ...record(world) },
      }),
    ],
    [op.get, onKept],
    [
      op.update,
      async (world) => ({
        ...(await onKept(world)),
        body: { status: 'snoozed', assigned_to: world.guest, ...record(world) },
      }),
    ],
    [op.markRead, onKept],
    [op.listMessages, onKept],
    [
      op.reply,
      async (world) => ({
        ...(await onNew((to) => thread(to, 'email'))(world)),
        body: fromTemplate(world),
      }),
    ],
    [
      op.send,
      (world) => ({
        token: world.owner,
        body: { medium: 'email', to: address(), ...fromTemplate(world) },
      }),
    ],
    [
      op.sendMany,
      (world) => ({
        token: world.owner,
        body: {
          template_id: world.things.wordsId!,
          recipients: [{ to: address(), row_id: world.page.rowId }],
        },
      }),
    ],
    [op.logCall, (world) => ({ token: world.owner, body: { number: number(), ...record(world) } })],
    [op.getMessage, onMessage],
    [op.listAttachments, onMessage],
    [op.removeMessage, onNew(message)],
    [op.retry, onNew(failed)],
    [op.cancel, onNew(pending)],
    [optOuts.list, asOwner],
    [
      optOuts.put,
      ({ owner }) => ({
        token: owner,
        body: { address: address(), medium: 'email', opted_out: false },
      }),
    ],
  ],
  cases: [
    [op.create, 'unknown_reference', withBody(() => ({ row_id: NOTHING }))],
    [op.create, 'email_only', withBody(() => ({ subject: 'x' }))],
    [
      op.create,
      'conversation_exists',
      async (world, operation) => {
        const sent = await goodRequest(world, operation)
        await send(world.service, operation, sent)
        return [await send(world.service, operation, sent)]
      },
    ],
    [op.update, 'unknown_reference', withBody(() => ({ assigned_to: NOBODY }))],
    [
      op.update,
      'email_only',
      refusedWith(async (world) => ({
        params: { id: await thread(world, 'text') },
        body: { subject: 'x' },
      })),
    ],
    ...[op.reply, op.send].flatMap((operation): Area['cases'] => [
      [operation, 'unknown_reference', withBody(() => ({ row_id: NOTHING }))],
      [operation, 'unknown_column', columnGone],
      [operation, 'template_fields_missing', withTemplate('{{agent}}')],
    ]),
    [op.sendMany, 'unknown_reference', withBody(() => ({ template_id: NOTHING }))],
    [op.sendMany, 'unknown_column', columnGone],
    [
      op.sendMany,
      'email_only',
      refusedWith(async ({ page }) => ({
        body: {
          medium: 'text',
          definition_key: page.key,
          subject: 'x',
          content: 'x',
          recipients: [{ to: number(), row_id: page.rowId }],
        },
      })),
    ],
    [op.logCall, 'unknown_reference', withBody(() => ({ row_id: NOTHING }))],
    [op.reply, 'email_only', inText],
    [op.reply, 'recipient_opted_out', optedOut],
    [op.reply, 'recipient_unwritable', withServer],
    [op.send, 'email_only', withBody(() => ({ medium: 'text', to: number(), subject: 'x' }))],
    [
      op.send,
      'recipient_opted_out',
      withBody(async (world) => {
        const to = address()
        await optOut(world, { medium: 'email', address: to })
        return { to }
      }),
    ],
    [
      op.retry,
      'not_retryable',
      refusedWith(async (world) => ({ params: { id: await message(world) } })),
    ],
    [op.retry, 'recipient_opted_out', optedOut],
    [
      op.cancel,
      'not_cancelable',
      refusedWith(async (world) => ({ params: { id: await failed(world) } })),
    ],
  ],
  subjects: { conversations: ids('threadId'), messages: ids('messageId') },
  rules: Object.fromEntries([
    ...ofSaid(op.reply),
    ...ofSaid(op.send),
    [
      `${op.sendMany.operationId} body.template_id`,
      [names('template_id', ({ things }) => [things.wordsId!])],
    ],
    [
      `${op.sendMany.operationId} body.recipients[].row_id`,
      [
        {
          ...names('recipients', row),
          put: (sent, id) => inBody(sent, { recipients: [{ to: address(), row_id: id }] }),
        },
      ],
    ],
    [`${op.create.operationId} body.row_id`, [names('row_id', row)]],
    [`${op.logCall.operationId} body.row_id`, [names('row_id', row)]],
    [`${op.update.operationId} body.row_id`, [names('row_id', row)]],
    [
      'body.parent_message_id',
      [names('parent_message_id', ({ things }) => [Number(things.messageId)], NOBODY)],
    ],
    ['body.channel_id', [names('channel_id', ({ things }) => [things.outboxId!])]],
    [
      `${op.list.operationId} query.row_id`,
      [
        {
          put: (sent: Sent, id: string | number) => ({ ...sent, query: { row_id: String(id) } }),
          foreign: row,
          as: { missing: NOTHING, status: 200 },
        },
      ],
    ],
  ]),
}
