import { hookOperations as op } from '../../../../contract/comms/hooks.ts'
import { plainMail } from '../../support/inputs/mails.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, send } from '../requests.ts'

const headers = { 'content-type': 'message/rfc822' }

/** An email to a new channel, because the API returns a channel's secret only once. */
const inbound: Good = async ({ service, owner, mark }) => {
  const name = `Inbox ${crypto.randomUUID()}`
  const made = await service.api('POST', '/v1/comms/channels', {
    token: owner,
    body: { name, medium: 'email', provider: 'local', from: 'inbox@funding.example' },
  })
  if (made.status !== 201) throw new Error(`the channel answered ${made.text}`)
  const { id, hookSecret } = made.body.data
  const body = plainMail({ subject: `${mark} email` })
  return { params: { channelId: id }, token: hookSecret, body, headers }
}

const stranger: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const tokens = [undefined, 'shs_nobody', world.owner]
  return Promise.all(tokens.map((token) => send(world.service, operation, { ...sent, token })))
}
const unread: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const bodies = ['Subject: nobody wrote it\r\n\r\nx', '']
  return Promise.all(bodies.map((body) => send(world.service, operation, { ...sent, body })))
}

/** Inbound email. */
export const hooks: Area = {
  good: [[op.inbound, inbound]],
  cases: [
    [op.inbound, 'unauthenticated', stranger],
    [op.inbound, 'invalid_message', unread],
  ],
}
