import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons/icons.ts'

/** A value to copy: a key, an address, a snippet. */
export function CopyField({
  value,
  label,
  block,
}: {
  value: string
  label: string
  block?: boolean
}) {
  return (
    <Group gap="xs" wrap="nowrap" align={block ? 'flex-start' : 'center'}>
      <Code
        block={block ?? false}
        style={{ flex: 1, minWidth: 0, overflowX: 'auto', overflowWrap: 'anywhere' }}
        tabIndex={0}
      >
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon variant="default" onClick={copy} aria-label={`Copy ${label}`}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
