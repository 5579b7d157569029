import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../../platform/database/db.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import { contentTypeOf, credentialOf } from '../../../../platform/http/call.ts'
import { secretHash } from '../../../../platform/ids.ts'
import { notFound, Refusal } from '../../../../platform/refusal.ts'
import type { OpenChannel } from '../../channels/provider.ts'

/** A connected channel, as its hooks need it. */
export interface Hook {
  workspaceId: string
  channel: OpenChannel
  /** SHA-256 of the hook secret. */
  hookHash: Uint8Array
}

export interface HookTools {
  db: Database
  files: FileStore
  /** The operator's domain, all of whose addresses belong to boards and pages. */
  inboundDomain: string | null
  /** Undefined for a channel that is not connected. */
  findHook: (channelId: string) => Promise<Hook | undefined>
}

/** The answer of a hook. It has no ids if the call made no message. */
export interface HookAnswer {
  message_id: number | null
  conversation_id: number | null
}

export const NO_MESSAGE: HookAnswer = { message_id: null, conversation_id: null }

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** @throws Refusal not_found. */
export async function hookOf(tools: Pick<HookTools, 'findHook'>, channelId: string): Promise<Hook> {
  const hook = UUID.test(channelId) ? await tools.findHook(channelId.toLowerCase()) : undefined
  if (!hook) throw notFound()
  return hook
}

/** The limit of signed bodies, which are read before we know who sent them. */
const MOST_FORM_BYTES = 256 * 1024

/** Finds the channel's hook, and for email checks the sender, before the body is read. */
export function admission(tools: Pick<HookTools, 'findHook'>) {
  const hooks = new WeakMap<FastifyRequest, Hook>()
  return {
    /** @throws Refusal not_found, unauthenticated, unsupported_media_type, payload_too_large. */
    async admit(request: FastifyRequest): Promise<undefined> {
      const hook = await hookOf(tools, (request.params as { channelId: string }).channelId)
      if (hook.channel.medium === 'text') refuseLarge(request, MOST_FORM_BYTES)
      else {
        refuseStrangers(request, hook)
        refuseOtherManner(request, 'message/rfc822')
      }
      hooks.set(request, hook)
    },
    admitted: (request: FastifyRequest): Hook => hooks.get(request)!,
  }
}

/** @throws Refusal unauthenticated unless the request has the channel's secret. */
function refuseStrangers(request: FastifyRequest, { hookHash }: Hook): void {
  const secret = credentialOf(request)
  if (secret !== undefined && timingSafeEqual(secretHash(secret), hookHash)) return
  throw new Refusal('unauthenticated', 'no_hook_secret')
}

/** @throws Refusal unsupported_media_type if the request has another provider's format. */
export function refuseOtherManner(request: FastifyRequest, wanted: string): void {
  if (contentTypeOf(request) === wanted) return
  throw new Refusal('unsupported_media_type', 'channel', { type: wanted })
}

/** @throws Refusal payload_too_large before the body is read, also if it does not state its size. */
function refuseLarge({ headers }: FastifyRequest, mostBytes: number): void {
  if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= mostBytes) return
  throw new Refusal('payload_too_large', 'hook_too_large', { most: mostBytes / 1024 })
}
