import { Button, Group, Kbd, Text } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../../list/grid.module.css'
import { blockIn, type Clip } from './clipboard.rules.ts'

interface Props {
  clip: Clip
  onRows: () => void
  onClose: () => void
}

const intoView = (question: HTMLElement | null): void =>
  question?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Several cells were pasted into the text of one: asks where they go. The text keeps the focus. */
export function PasteQuestion({ clip, onRows, onClose }: Props) {
  const block = blockIn(clip)
  const many = block.length > 1
  const count = many ? block.length : block[0]!.length
  const what = `${count.toLocaleString()} ${many ? 'rows' : 'cells'}`
  const keepAsText = () => {
    onClose()
    const isOneLine = document.activeElement instanceof HTMLInputElement
    const text = isOneLine ? clip.text.trim().replace(/\s*[\r\n\t]+\s*/g, ' ') : clip.text
    // As if it were typed, so that the browser's own undo takes it back.
    document.execCommand('insertText', false, text)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter') onRows()
      else keepAsText()
    }
    // Before the editor, whose own Enter saves the cell.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  })
  return (
    <div
      ref={intoView}
      role="alert"
      className={classes.question}
      // The text keeps the focus while a button is clicked.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Text size="sm">Paste as {what}?</Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" tabIndex={-1} onClick={onRows}>
          Paste {what}
          <Kbd size="xs" ml={6}>
            Enter
          </Kbd>
        </Button>
        <Button size="compact-sm" variant="default" tabIndex={-1} onClick={keepAsText}>
          Keep as text
          <Kbd size="xs" ml={6}>
            Esc
          </Kbd>
        </Button>
      </Group>
    </div>
  )
}
