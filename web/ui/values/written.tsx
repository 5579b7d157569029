import { Text } from '@mantine/core'

/** What somebody wrote, with their line breaks. */
export function Written({ children }: { children: string }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}
