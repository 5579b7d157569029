import { Group, Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useMay } from '../../service/session.ts'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { shortcuts } from './shortcuts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const shown: Record<string, string> = isMac ? { Mod: '⌘', Alt: '⌥' } : { Mod: 'Ctrl' }

interface Props {
  opened: boolean
  onClose: () => void
}

/** Lists which keys do what. */
export function KeyboardHelp({ opened, onClose }: Props) {
  useReturnFocus()
  const mayWrite = useMay('member')
  const usable = shortcuts
    .map(({ where, list }) => ({ where, list: list.filter(({ writes }) => mayWrite || !writes) }))
    .filter(({ list }) => list.length > 0)
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Stack>
        {usable.map(({ where, list }) => (
          <div key={where}>
            <Title order={3} mb={4}>
              {where}
            </Title>
            <Table aria-label={where} withRowBorders={false}>
              <Table.Tbody>
                {list.map(({ keys, does }) => (
                  <Table.Tr key={does}>
                    <Table.Td w="45%">
                      <Keys keys={keys} />
                    </Table.Td>
                    <Table.Td>{does}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}

function Keys({ keys }: { keys: readonly (readonly string[])[] }) {
  return (
    <Group gap={6}>
      {keys.map((together, way) => (
        <Fragment key={together.join('+')}>
          {way > 0 && (
            <Text span size="xs" c="dimmed">
              or
            </Text>
          )}
          <Group gap={3} wrap="nowrap">
            {together.map((key) => (
              <Kbd key={key}>{shown[key] ?? key}</Kbd>
            ))}
          </Group>
        </Fragment>
      ))}
    </Group>
  )
}
