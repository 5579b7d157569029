import { Button, Group, ScrollArea, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import type { Definition, GridState } from '../grid/types.ts'
import { useTexts } from '../use-texts.ts'
import { type DraftGroup, draftOf, filterOfDraft, newTest, targetsOf } from './filter.rules.ts'
import { FilterContext } from './filter-context.ts'
import { FilterGroup } from './filter-group.tsx'

interface Props {
  definition: Definition
  filter: GridState['filter']
  onFilter: (filter: GridState['filter']) => void
  onClose: () => void
}

/** Builds a filter. The service checks it before it is applied, so problems show here. */
export function FilterPanel({ definition, filter, onFilter, onClose }: Props) {
  const targets = targetsOf(definition.columns)
  const context = useTexts(definition.settings)
  const [draft, setDraft] = useState<DraftGroup>(() => {
    const read = draftOf(filter)
    return read.of.length > 0 ? read : { ...read, of: [newTest(targets[0]!)] }
  })
  const apply = useMutation({
    meta: { shown: true },
    mutationFn: async (next: GridState['filter']) => {
      if (next) {
        const query = { filter: JSON.stringify(next), limit: 1 }
        await accepted(api.definitions.listRows({ key: definition.key }, query))
      }
      return next
    },
    onSuccess: (next) => {
      onFilter(next)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply.mutate(filterOfDraft(draft))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ScrollArea.Autosize mah="min(420px, 60dvh)">
          <FilterContext value={context}>
            <FilterGroup group={draft} root={draft} targets={targets} depth={1} onRoot={setDraft} />
          </FilterContext>
        </ScrollArea.Autosize>
        {apply.error ? <FailureAlert error={apply.error} title="This filter isn’t valid" /> : null}
        <Group justify="flex-end" gap="xs">
          {filter && (
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => {
                onFilter(null)
                onClose()
              }}
            >
              Show all rows
            </Button>
          )}
          <Button type="submit" size="compact-md" loading={apply.isPending}>
            Filter rows
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
