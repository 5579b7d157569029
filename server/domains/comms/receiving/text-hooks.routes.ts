import { hookOperations as op } from '../../../../contract/hooks.ts'
import { SENT } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { openMedia } from '../sending/media-links.ts'
import { type HookTools, hookOf } from './hooks/hooks.ts'
import { receiveTextHook } from './text-hooks.ts'

/** A reader that takes no bytes for this long is disconnected. */
const STALLED_MS = 60_000

/** What providers of texts report and fetch, besides inbound messages. */
export function bindTextHooks({ bindPublic }: Http, tools: HookTools & { seal: Seal }): void {
  bindPublic(op.status, async ({ params, request, reply }) =>
    receiveTextHook(tools, await hookOf(tools, params.channelId), 'status', request, reply),
  )
  bindPublic(op.voice, async ({ params, request, reply }) =>
    receiveTextHook(tools, await hookOf(tools, params.channelId), 'voice', request, reply),
  )
  bindPublic(op.media, async ({ params, reply }) => {
    const { channelId, token } = params
    const { type, disposition, size, bytes } = await openMedia(tools, channelId, token)
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    reply
      .headers({
        'content-disposition': disposition,
        'content-length': size,
        // An uploaded file never runs as a page of this origin, whatever it is.
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .type(type)
      .send(bytes)
    return SENT
  })
}
