import { setReasons } from './refused-value.rules.ts'

let loading: Promise<void> | undefined

/** The words for reasons come with the first refusal, not with the first page. Until then, messages are shown as they are. */
export function loadReasons(): Promise<void> {
  loading ??= import('../../../contract/reasons.ts').then(setReasons, () => {
    loading = undefined
  })
  return loading
}
