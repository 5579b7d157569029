import { Anchor } from '@mantine/core'

/** A party's name; pressing it shows its balance across all deals. */
export function PartyButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      fw={500}
      ta="left"
      mih={24}
      style={{ overflowWrap: 'anywhere' }}
      aria-label={`${name}: balance across all deals`}
      onClick={onOpen}
    >
      {name}
    </Anchor>
  )
}
