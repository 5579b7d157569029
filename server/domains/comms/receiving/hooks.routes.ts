import { hookOperations as op } from '../../../../contract/comms/hooks.ts'
import { rawBodyOf } from '../../../platform/http/call.ts'
import type { Http } from '../../../platform/http/http.ts'
import { receiveEmail } from './emails/inbound-email.ts'
import { admission, type HookTools } from './hooks/hooks.ts'
import { receiveTextHook } from './text-hooks.ts'

/** Binds the webhooks that providers send to us. Each channel has its provider's format. */
export function bindHooks({ bindPublic }: Http, tools: HookTools): void {
  const { admit, admitted } = admission(tools)
  bindPublic(
    op.inbound,
    async ({ request, reply }) => {
      const hook = admitted(request)
      return hook.channel.medium === 'text'
        ? receiveTextHook(tools, hook, 'inbound', request, reply)
        : { data: await receiveEmail(tools, hook, rawBodyOf(request)) }
    },
    admit,
  )
}
