import { Text } from '@mantine/core'

/** What somebody wrote, with its lines as they wrote them. */
export function Written({ children }: { children: string }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}
