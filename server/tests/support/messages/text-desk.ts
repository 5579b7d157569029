import { outboundTargets } from '../../../platform/config.parsers.ts'
import { makeDesk } from '../desks/fixtures.ts'
import {
  ACCOUNT,
  freshSid,
  type HookOptions,
  postToHook,
  startTwilio,
  twilioChannel,
} from '../outside/twilio.ts'
import { startService } from '../service/service.ts'
import { openComms } from './comms.ts'

export type TextDesk = Awaited<ReturnType<typeof openTextDesk>>

/** A service with a worker, a desk with a channel of texts, and its provider. */
export async function openTextDesk(name = 'Desk') {
  const twilio = await startTwilio()
  const service = await startService({ outbound: { allow: outboundTargets(twilio.host) } })
  const desk = await makeDesk(service, name)
  const comms = openComms(service, desk)
  const made = await comms.api('POST', 'channels', twilioChannel(twilio.url))
  if (made.status !== 201) throw new Error(`the channel answered ${made.text}`)
  const channelId: string = made.body.data.id
  service.work()
  const threadOf = async (number: string) =>
    (await comms.api('GET', `conversations?address=${encodeURIComponent(number)}`)).body.data[0]
  return {
    service,
    twilio,
    desk,
    comms,
    channelId,
    threadOf,
    post: (
      kind: 'inbound' | 'status' | 'voice',
      fields: Record<string, string>,
      more: HookOptions = {},
    ) => postToHook(service, channelId, kind, fields, more),
    messagesOf: async (number: string) => comms.messages((await threadOf(number)).id),
    optOutOf: async (number: string) =>
      (await comms.api('GET', `opt-outs?address=${encodeURIComponent(number)}`)).body.data[0],
    /** The counts of everything that a hook could make. */
    everything: () =>
      service.sql(
        `SELECT (SELECT count(*) FROM messages) AS m, (SELECT count(*) FROM events) AS e,
           (SELECT count(*) FROM conversations) AS c, (SELECT count(*) FROM opt_outs) AS o`,
      ),
    async stop(): Promise<void> {
      await service.stop()
      await twilio.stop()
    },
  }
}

/** An inbound text, as its provider sends it. */
export const inboundForm = (from: string, more: Record<string, string> = {}) => ({
  MessageSid: freshSid(),
  AccountSid: ACCOUNT,
  From: from,
  To: '+12015550100',
  Body: 'Hello',
  NumMedia: '0',
  NumSegments: '1',
  ...more,
})
