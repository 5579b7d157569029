import {
  ActionIcon,
  Button,
  ColorSwatch,
  Group,
  Input,
  Menu,
  Stack,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { MOST_LABEL_CHARS } from '../../../../shared/limits.ts'
import { type OptionDraft, optionColors } from './column-draft.rules.ts'

interface Props {
  options: readonly OptionDraft[]
  onChange: (options: OptionDraft[]) => void
}

/** The options of a select in order, with their colours. */
export function OptionsEditor({ options, onChange }: Props) {
  const put = (at: number, part: Partial<OptionDraft>) =>
    onChange(options.map((option, i) => (i === at ? { ...option, ...part } : option)))
  const move = (at: number, by: -1 | 1) => {
    const next = [...options]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    onChange(next)
  }
  const add = () => {
    const color = optionColors[options.length % optionColors.length]!
    onChange([...options, { label: '', color }])
  }
  return (
    <Input.Wrapper label="Options" labelElement="div">
      <Stack gap={4}>
        {options.map((option, at) => {
          const name = option.label || `option ${at + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no id before it is saved
            <Group key={at} gap={4} wrap="nowrap">
              <ColorMenu name={name} color={option.color} onColor={(color) => put(at, { color })} />
              <TextInput
                flex={1}
                size="xs"
                aria-label={`Label of option ${at + 1}`}
                maxLength={MOST_LABEL_CHARS}
                value={option.label}
                onChange={(event) => put(at, { label: event.currentTarget.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  add()
                }}
                autoFocus={option.id === undefined && option.label === '' && at > 0}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${name} up`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${name} down`}
                disabled={at === options.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(options.filter((_, i) => i !== at))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          )
        })}
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add option
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}

const swatchOf = (color: string | null) =>
  !color ? 'transparent' : color.startsWith('#') ? color : `var(--mantine-color-${color}-5)`

interface ColorProps {
  name: string
  color: string | null
  onColor: (color: string | null) => void
}

function ColorMenu({ name, color, onColor }: ColorProps) {
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`Color of ${name}: ${color ?? 'none'}`}>
          <ColorSwatch size={14} color={swatchOf(color)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={260} style={{ overflowY: 'auto' }}>
        <Menu.Item
          leftSection={<ColorSwatch size={14} color="transparent" />}
          onClick={() => onColor(null)}
        >
          none
        </Menu.Item>
        {optionColors.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<ColorSwatch size={14} color={swatchOf(each)} />}
            onClick={() => onColor(each)}
          >
            {each}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
