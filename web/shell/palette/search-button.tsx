import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconSearch } from '../../ui/icons/icons.ts'
import classes from '../frame/shell.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the palette for people who don't know its keys. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button
        className={classes.search}
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac ? '⌘K' : 'Ctrl K'}</Kbd>}
        styles={{ label: { flex: 1, textAlign: 'start', fontWeight: 400 } }}
        onClick={onOpen}
      >
        Search
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label="Search"
        onClick={onOpen}
      >
        <IconSearch size={20} />
      </ActionIcon>
    </>
  )
}
