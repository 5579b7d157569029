import { Button, Group, ScrollArea, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../cells/use-texts.ts'
import type { Definition, GridState } from '../../list/types.ts'
import {
  blankTest,
  type DraftGroup,
  draftFilter,
  filterOfDraft,
  targetsOf,
} from './filter.rules.ts'
import { FilterContext } from './filter-context.ts'
import { FilterGroup } from './filter-group.tsx'

interface Props {
  definition: Definition
  filter: GridState['filter']
  onFilter: (filter: GridState['filter']) => void
  onClose: () => void
}

/** How long typing rests before the rows are filtered. */
const REST_MS = 300

/** Builds a filter, which applies as it is built. Conditions that are not complete do not count yet. */
export function FilterPanel({ definition, filter, onFilter, onClose }: Props) {
  const targets = targetsOf(definition.columns)
  const context = useTexts(definition)
  const [draft, setDraft] = useState<DraftGroup>(() => startOf(filter))
  const apply = useDebouncedCallback(
    (next: DraftGroup) => {
      const made = filterOfDraft(next)
      if (JSON.stringify(made) !== JSON.stringify(filter)) onFilter(made)
    },
    // The text typed last counts, even if the panel is closed at once.
    { delay: REST_MS, flushOnUnmount: true },
  )
  const change = (next: DraftGroup) => {
    setDraft(next)
    apply(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {/* The rings of focus need room within what scrolls. */}
        <ScrollArea.Autosize mah="min(420px, 60dvh)" m={-4} styles={{ content: { padding: 4 } }}>
          <FilterContext value={context}>
            <FilterGroup group={draft} root={draft} targets={targets} depth={1} onRoot={change} />
          </FilterContext>
        </ScrollArea.Autosize>
        {filter && (
          <Group justify="flex-end">
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => {
                change(startOf(null))
                onClose()
              }}
            >
              Clear filter
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

/** The conditions so far, or one to be chosen. */
function startOf(filter: GridState['filter']): DraftGroup {
  const draft = draftFilter(filter)
  return draft.of.length > 0 ? draft : { ...draft, of: [blankTest()] }
}
