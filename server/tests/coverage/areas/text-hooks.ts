import { hookOperations as op } from '../../../../contract/comms/hooks.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { mediaUrlOf } from '../../../domains/comms/sending/media-links.ts'
import { signatureOf } from '../../../domains/comms/twilio/twilio-signature.rules.ts'
import { createSeal } from '../../../platform/secrets/seal.ts'
import { formOf } from '../../support/desks/imports.ts'
import { freshSid, TOKEN, twilioChannel } from '../../support/outside/twilio.ts'
import { PUBLIC_URL, SECRET_KEY } from '../../support/service/service.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import type { World } from '../world.ts'

const FORM = 'application/x-www-form-urlencoded'

/** A form that the provider has signed. */
function signed(world: World, { path }: AnyOperation, fields: Record<string, string>): Sent {
  const channelId = world.things.textsId!
  const form = new URLSearchParams(fields)
  const url = PUBLIC_URL + path.replace('{channelId}', channelId)
  return {
    params: { channelId },
    body: form.toString(),
    headers: { 'content-type': FORM, 'x-twilio-signature': signatureOf(TOKEN, url, form) },
  }
}

const status: Good = (world) =>
  signed(world, op.status, { MessageSid: freshSid(), MessageStatus: 'delivered' })
const voice: Good = (world) =>
  signed(world, op.voice, {
    CallSid: freshSid('CA'),
    CallStatus: 'completed',
    CallDuration: '7',
    From: '+12015550177',
    To: '+12015550100',
    Direction: 'inbound',
  })

/** Fetches a file as the provider does, from the address that it got with a text just now. */
const media: Good = async (world) => {
  const { service, owner, desk, things } = world
  const make = async (path: string, body: unknown) => {
    const made = await service.api('POST', path, { token: owner, body })
    if (made.status !== 201) throw new Error(`${path} answered ${made.text}`)
    return made.body.data.id
  }
  const file = new File([`${world.mark} media`], 'a.bin', { type: 'application/octet-stream' })
  const fileId = await make('/v1/files', formOf({ file }))
  const messageId = await make('/v1/comms/send', {
    medium: 'text',
    to: '+12015550178',
    content: 'See',
    attachments: [fileId],
  })
  // Change the fence, so that no worker can settle it.
  await service.sql(
    `UPDATE message_deliveries SET began_at = now(), state = 'pending', fence = fence + 1000,
       leased_until = NULL, settled_at = NULL, next_attempt_at = now() + interval '1 hour'
     WHERE workspace_id = $1 AND message_id = $2`,
    [desk.workspaceId, messageId],
  )
  const channelId = things.textsId!
  const url = mediaUrlOf(
    createSeal(SECRET_KEY),
    { id: channelId, hookBase: '' } as never,
    { workspaceId: desk.workspaceId, messageId } as never,
    fileId,
  )
  return { params: { channelId, token: url.split('/').at(-1)! } }
}

const unsigned: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const signatures: Record<string, string>[] = [{}, { 'x-twilio-signature': 'nonsense' }]
  return Promise.all(
    signatures.map((headers) =>
      send(world.service, operation, { ...sent, headers: { 'content-type': FORM, ...headers } }),
    ),
  )
}
const unread: Case = async (world, operation) => [
  await send(world.service, operation, signed(world, operation, { From: '+12015550179' })),
]

/** What providers of texts report and fetch. */
export const textHooks: Area = {
  async furnish({ service, owner }) {
    // Nothing is sent: no worker runs beside it.
    const body = twilioChannel('https://texts.example')
    const made = await service.api('POST', '/v1/comms/channels', { token: owner, body })
    if (made.status !== 201) throw new Error(`the channel answered ${made.text}`)
    return { textsId: made.body.data.id }
  },
  good: [
    [op.status, status],
    [op.voice, voice],
    [op.media, media],
  ],
  cases: [
    [op.status, 'unauthenticated', unsigned],
    [op.status, 'invalid_message', unread],
    [op.voice, 'unauthenticated', unsigned],
    [op.voice, 'invalid_message', unread],
  ],
  // These paths name no workspace: a hook's request is signed for its channel, and a file's address is sealed.
  subjects: {
    media: { of: () => [], missing: ['no-such-token', 'x'.repeat(300)] },
  },
}
