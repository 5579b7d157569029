import { Button, Text } from '@mantine/core'
import classes from '../../list/grid.module.css'
import { blockIn, type Clip } from './clipboard.rules.ts'

interface Props {
  clip: Clip
  onRows: () => void
}

const intoView = (offer: HTMLElement | null): void =>
  offer?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * Several cells were pasted into the text of one: they can go into cells instead. The text keeps the focus and every key,
 * because whoever pasted may be typing on.
 */
export function PasteOffer({ clip, onRows }: Props) {
  const block = blockIn(clip)
  const many = block.length > 1
  const count = many ? block.length : block[0]!.length
  return (
    <div
      ref={intoView}
      role="status"
      className={classes.offer}
      // The text keeps the focus while the button is clicked.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Text size="sm">Pasted as text.</Text>
      <Button size="compact-sm" variant="default" tabIndex={-1} onClick={onRows}>
        Paste {count.toLocaleString()} {many ? 'rows' : 'cells'} instead
      </Button>
    </div>
  )
}
