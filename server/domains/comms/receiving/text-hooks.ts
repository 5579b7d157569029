import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/database/tx.ts'
import { formFieldsOf, rawBodyOf, SENT, type Sent } from '../../../platform/http/call.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { receiveReceipt } from '../sending/text-receipts.ts'
import { isSigned } from '../twilio/twilio-signature.rules.ts'
import { receiveCall } from './calls/calls.ts'
import { type Hook, type HookTools, refuseOtherManner } from './hooks/hooks.ts'
import { receiveText } from './texts/inbound-texts.ts'

const MOST_BYTES = 256 * 1024
const FORM = 'application/x-www-form-urlencoded'
/** Tells the provider that there is nothing to answer or do. */
const NOTHING_MORE = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** What a provider of texts can report. */
export type TextHook = 'inbound' | 'status' | 'voice'

/**
 * Processes a webhook of a channel of texts, which its provider has signed.
 *
 * @throws Refusal unsupported_media_type, payload_too_large, unauthenticated, invalid_message, not_found.
 */
export async function receiveTextHook(
  { db }: Pick<HookTools, 'db'>,
  hook: Hook,
  kind: TextHook,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sent> {
  if (hook.channel.provider !== 'twilio') throw notFound()
  refuseOtherManner(request, FORM)
  if (rawBodyOf(request).length > MOST_BYTES) {
    throw new Refusal('payload_too_large', 'text_too_large')
  }
  const fields = formFieldsOf(request)
  const url = urlOf(hook, request)
  const { authToken } = hook.channel.credentials
  if (!isSigned(authToken, url, fields, request.headers['x-twilio-signature'])) {
    throw new Refusal('unauthenticated', 'not_signed', { url })
  }
  const scope = { workspaceId: hook.workspaceId }
  await db.withWorkspace(scope, (tx) => take(tx, hook, kind, fields, messageOf(request)))
  reply.code(201).type('text/xml; charset=utf-8').serializer(String).send(NOTHING_MORE)
  return SENT
}

async function take(
  tx: Tx,
  hook: Hook,
  kind: TextHook,
  fields: URLSearchParams,
  messageId: number | null,
): Promise<void> {
  if (kind === 'inbound') await receiveText(tx, hook, fields)
  else if (kind === 'status') await receiveReceipt(tx, fields, messageId)
  else await receiveCall(tx, hook, fields)
}

/** The address that the provider called. A proxy may have changed all of it except the end of the path. */
function urlOf({ channel }: Hook, { url }: FastifyRequest): string {
  const origin = channel.hookBase.slice(0, -`/v1/hooks/${channel.id}`.length)
  return origin + url
}

/** The message that a report is about, from its address, which is signed too. */
function messageOf({ query }: FastifyRequest): number | null {
  const { message } = query as Record<string, unknown>
  return typeof message === 'string' && /^[1-9]\d{0,9}$/.test(message) ? Number(message) : null
}
