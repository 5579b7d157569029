import { Group, Progress, Stack, Text } from '@mantine/core'
import { sizeText } from '../../../ui/values/size-text.rules.ts'

/** How much of a file is sent; then the service reads it, which cannot be measured. */
export function Uploading({ file, sent }: { file: File; sent: number }) {
  const percent = Math.floor(sent * 100)
  const isSent = percent === 100
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {isSent ? 'Reading' : 'Uploading'} {file.name} ({sizeText(file.size)})…
        </Text>
        {!isSent && <Text size="sm">{percent}%</Text>}
      </Group>
      {isSent ? (
        <Progress.Root>
          <Progress.Section value={100} animated withAria={false} />
        </Progress.Root>
      ) : (
        <Progress value={percent} aria-label="Upload progress" />
      )}
    </Stack>
  )
}
