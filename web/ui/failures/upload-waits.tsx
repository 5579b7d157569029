import { Text } from '@mantine/core'
import { useReached } from '../../service/reach.ts'

/** Says that files cannot be uploaded now, and that they are when the connection is back. */
export function UploadWaits({ files }: { files: readonly string[] }) {
  if (useReached() || files.length === 0) return null
  const many = files.length > 1
  return (
    <Text size="xs" role="status">
      You’re offline. Uploading needs the connection: {files.join(', ')} {many ? 'wait' : 'waits'}{' '}
      here and {many ? 'are' : 'is'} uploaded when it is back. Keep this page open.
    </Text>
  )
}

/** The same of a form that has been sent. */
export function SendingWaits() {
  if (useReached()) return null
  return (
    <Text size="xs" role="status">
      You’re offline. This waits here and is sent when the connection is back. Keep this page open.
    </Text>
  )
}
