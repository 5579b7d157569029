import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { IconPaperclip, IconTrash } from '../../../ui/icons/icons.ts'
import { sizeText } from '../../../ui/values/size-text.rules.ts'

interface Props {
  file: { id: string; name: string; size: number }
  /** Absent for people who may not remove it. */
  onRemove?: (() => void) | undefined
}

/** A file of a record: its name, which downloads it, and its size. */
export function FileLine({ file: { id, name, size }, onRemove }: Props) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconPaperclip size={16} aria-hidden style={{ flex: 'none' }} />
      <Anchor href={paths.fileContent(id)} download={name} size="sm" truncate>
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {sizeText(size)}
      </Text>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          ml="auto"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}
