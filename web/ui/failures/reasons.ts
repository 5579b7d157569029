import { setReasons } from './refused-value.rules.ts'

let loading: Promise<void> | undefined

/**
 * Loads the words for reasons. This waits for the first refusal, to keep the first page small. Until they are loaded,
 * the service's messages are shown.
 */
export function loadReasons(): Promise<void> {
  loading ??= import('../../../contract/reasons.ts').then(setReasons, () => {
    loading = undefined
  })
  return loading
}
