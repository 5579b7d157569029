import { Alert } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { momentText } from '../../../ui/values/time.tsx'
import type { Guide } from '../developer.rules.ts'

export interface CopiedSnippet {
  version: string
  at: string
}

/** Which version of the guide a snippet was last copied from in this browser, by key. */
export function useCopied(keyId: string) {
  const [copied, setCopied] = useLocalStorage<CopiedSnippet | null>({
    key: `sourcebook.copied.${keyId}`,
    defaultValue: null,
  })
  return {
    copied,
    noteCopy: (version: string) => setCopied({ version, at: new Date().toISOString() }),
  }
}

/** Says that what runs elsewhere may have been written against columns that are no longer these. */
export function StaleSnippet({ copied, guide }: { copied: CopiedSnippet | null; guide: Guide }) {
  if (!copied || copied.version === guide.version) return null
  return (
    <Alert color="yellow" title="The columns have changed since you copied a snippet">
      You did so on {momentText(copied.at)}, of version {copied.version}. What was built from it may
      send columns that are gone, or miss some that are needed: compare it with the snippet below.
    </Alert>
  )
}
