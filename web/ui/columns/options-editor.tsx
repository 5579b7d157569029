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
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { MOST_LABEL_CHARS } from '../../../shared/limits.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../icons/icons.ts'
import { optionColor } from '../values/tint.rules.ts'
import { optionColors, withBlankOption, withPastedOptions } from './column-draft.rules.ts'
import type { OptionDraft } from './settings-draft.ts'

interface Props {
  options: readonly OptionDraft[]
  onChange: (options: OptionDraft[]) => void
}

/** The options of a select in order, with their colours. */
export function OptionsEditor({ options, onChange }: Props) {
  const fields = useRef<(HTMLInputElement | null)[]>([])
  /** The option that gets the focus once it is drawn. */
  const next = useRef<number | null>(null)
  useEffect(() => {
    if (next.current === null || next.current >= options.length) return
    fields.current[next.current]?.focus()
    next.current = null
  }, [options])
  const put = (at: number, part: Partial<OptionDraft>) =>
    onChange(options.map((option, i) => (i === at ? { ...option, ...part } : option)))
  const move = (at: number, by: -1 | 1) => {
    const next = [...options]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    onChange(next)
  }
  const add = () => {
    const blank = options.findIndex(({ label }) => label.trim() === '')
    next.current = blank < 0 ? options.length : blank
    onChange(blank < 0 ? withBlankOption(options) : [...options])
  }
  const remove = (at: number) => onChange(options.filter((_, i) => i !== at))
  const keys = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const isBlank = event.currentTarget.value.trim() === ''
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!isBlank) add()
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && at > 0) {
      event.preventDefault()
      next.current = at - 1
      remove(at)
    }
  }
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    const pasted = withPastedOptions(options, at, text)
    next.current = at + pasted.length - options.length
    onChange(pasted)
  }
  return (
    <Input.Wrapper
      label="Options"
      labelElement="div"
      description="Paste a list to add one option per line."
    >
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
                onKeyDown={(event) => keys(event, at)}
                onPaste={(event) => paste(event, at)}
                ref={(field) => {
                  fields.current[at] = field
                }}
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
                onClick={() => remove(at)}
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

const swatchOf = (color: string | null) => (color ? optionColor(color) : 'transparent')

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
