import { setAnswers } from './refused-answer.rules.ts'
import { setReasons } from './refused-value.rules.ts'

let loading: Promise<void> | undefined

/**
 * Loads the words for refusals and their reasons. This waits for the first refusal, to keep the first page small. Until they are loaded,
 * the service's messages are shown.
 */
export function loadReasons(): Promise<void> {
  loading ??= Promise.all([
    import('../../../contract/refusals/reasons.ts').then(setReasons),
    import('../../../contract/refusals/refusals.ts').then(setAnswers),
  ]).then(
    () => {},
    () => {
      loading = undefined
    },
  )
  return loading
}
