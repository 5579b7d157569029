import { hookSampleOperations } from '../../../contract/intake/hook-samples.ts'
import { intakeHookOperations, receiveHook } from '../../../contract/intake/hooks.ts'
import type { Http } from '../../platform/http/http.ts'
import { createHook, type HookOptions, listHooks, removeHook, updateHook } from './hooks/hooks.ts'
import { type ReceiverTools, receive } from './hooks/received-hooks.ts'
import { listHookSamples, previewHook } from './hooks/samples.ts'

export function bindIntakeHooks(
  { bindBoth, bindPublic }: Http,
  options: HookOptions & ReceiverTools,
): void {
  bindBoth(intakeHookOperations, {
    listHooks: ({ actor, params, query }, tx) => listHooks(tx, options, actor, params, query),
    createHook: async ({ actor, params, body }, tx) => ({
      data: await createHook(tx, options, actor, params, body),
    }),
    updateHook: async ({ actor, params, body }, tx) => ({
      data: await updateHook(tx, options, actor, params, body),
    }),
    removeHook: ({ actor, params }, tx) => removeHook(tx, actor, params),
  })
  bindBoth(hookSampleOperations, {
    listHookSamples: ({ actor, params }, tx) => listHookSamples(tx, actor, params),
    previewHook: async ({ actor, params, body }, tx) => ({
      data: await previewHook(tx, actor, params, body),
    }),
  })
  bindPublic(receiveHook, ({ params, request, reply }) =>
    receive(options, params.publicId, request, reply),
  )
}
