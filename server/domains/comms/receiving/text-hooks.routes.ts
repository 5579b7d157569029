import { hookOperations as op } from '../../../../contract/comms/hooks.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sendStored } from '../../../platform/http/stored-files.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { openMedia } from '../sending/media-links.ts'
import { type HookTools, hookOf } from './hooks/hooks.ts'
import { receiveTextHook } from './text-hooks.ts'

/** What providers of texts report and fetch, besides inbound messages. */
export function bindTextHooks({ bindPublic }: Http, tools: HookTools & { seal: Seal }): void {
  bindPublic(op.status, async ({ params, request, reply }) =>
    receiveTextHook(tools, await hookOf(tools, params.channelId), 'status', request, reply),
  )
  bindPublic(op.voice, async ({ params, request, reply }) =>
    receiveTextHook(tools, await hookOf(tools, params.channelId), 'voice', request, reply),
  )
  bindPublic(op.media, async ({ params, request, reply }) =>
    sendStored(request, reply, await openMedia(tools, params.channelId, params.token)),
  )
}
