import { Alert } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { momentText } from '../../../ui/values/time.tsx'
import type { Guide } from '../board/developer.rules.ts'

export interface CopiedSnippet {
  version: string
  at: string
}

/** The guide version that a snippet was last copied from in this browser, by key. */
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

/** Says that a program elsewhere may still use old columns. */
export function StaleSnippet({ copied, guide }: { copied: CopiedSnippet | null; guide: Guide }) {
  if (!copied || copied.version === guide.version) return null
  return (
    <Alert color="yellow" title="The columns have changed since you copied a snippet">
      You copied it on {momentText(copied.at)}. Code built from it may send deleted columns or miss
      required ones. Compare it with the snippet below.
    </Alert>
  )
}
