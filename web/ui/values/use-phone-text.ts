import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from '../../service/session.ts'
import { type PhoneForm, phoneText } from './phone-text.rules.ts'

let form: PhoneForm | undefined
let isLoading = false
const listeners = new Set<() => void>()

/** The forms of all countries are larger than the rest of the grid, and most desks see numbers of one country only. */
function load(): void {
  if (isLoading) return
  isLoading = true
  import('./phone-form.ts').then(
    ({ phoneForm }) => {
      form = phoneForm
      for (const listener of listeners) listener()
    },
    () => {
      isLoading = false
    },
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Writes phone numbers as people in this country read them, and any other text as it is. */
export function usePhoneText(country: string): (text: string) => string {
  const loaded = useSyncExternalStore(subscribe, () => form)
  return useCallback(
    (text) => {
      const shown = phoneText(text, country, loaded)
      if (shown === undefined) load()
      return shown ?? text
    },
    [country, loaded],
  )
}

/** The same for the country of the workspace. */
export const useShownAddress = () => usePhoneText(useSession().workspace.region)
