import { Button, Menu, ScrollArea, Text } from '@mantine/core'
import { holdsFiles } from '../../../shared/column-types.ts'
import { useAnswer } from '../../service/api.ts'
import { IconBraces } from '../icons/icons.ts'
import { fieldOf } from './merge-fields.rules.ts'

interface Props {
  definitionKey: string
  /** Inserts a field at the caret. */
  onPick: (field: string) => void
}

/** The columns that a template can use. */
export function MergeFieldMenu({ definitionKey, onPick }: Props) {
  const { data } = useAnswer('definitions.get', { params: { key: definitionKey } })
  const columns = (data?.data.columns ?? []).filter(({ type }) => !holdsFiles(type))
  return (
    // The focus goes back to the text, not to this button.
    <Menu position="bottom-end" shadow="md" returnFocus={false} disabled={columns.length === 0}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={columns.length === 0}
          leftSection={<IconBraces size={14} aria-hidden />}
        >
          Insert field
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={300} type="auto">
          {columns.map(({ id, key, name }) => (
            <Menu.Item key={id} onClick={() => onPick(fieldOf(key))}>
              {name}
              <Text size="xs" c="dimmed">
                {fieldOf(key)}
              </Text>
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
