import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconFolderPlus, IconPlus, IconTrash } from '../../../../ui/icons/icons.ts'
import { nested } from '../../../../ui/layout/nested-popup.ts'
import { keepFocus } from '../tools/keep-focus.ts'
import classes from './filter.module.css'
import {
  blankTest,
  changed,
  type DraftGroup,
  type FilterTarget,
  type Mode,
  newGroup,
} from './filter.rules.ts'
import { FilterTest } from './filter-test.tsx'

interface Props {
  group: DraftGroup
  root: DraftGroup
  targets: readonly FilterTarget[]
  depth: number
  onRoot: (root: DraftGroup) => void
}

/** Deeper nesting is hard to read; the service takes eight levels. */
const DEEPEST = 3
const modes = [
  { value: 'all', label: 'all of these are true' },
  { value: 'any', label: 'any of these is true' },
  { value: 'none', label: 'none of these is true' },
]

export function FilterGroup({ group, root, targets, depth, onRoot }: Props) {
  const put = (id: number, change: Parameters<typeof changed>[2]) =>
    onRoot(changed(root, id, change))
  const set = (next: Partial<DraftGroup>) => put(group.id, () => ({ ...group, ...next }))
  return (
    <Stack gap={6} className={depth > 1 ? classes.inner : undefined}>
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{depth === 1 ? 'Rows where' : 'where'}</Text>
        <Select
          size="xs"
          w={170}
          aria-label="How the conditions combine"
          data={modes}
          value={group.mode}
          allowDeselect={false}
          {...nested}
          onChange={(mode) => set({ mode: mode as Mode })}
        />
        {depth > 1 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Remove this group"
            onClick={(event) => {
              keepFocus(event)
              put(group.id, () => null)
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      {group.of.map((node) =>
        node.kind === 'group' ? (
          <FilterGroup
            key={node.id}
            group={node}
            root={root}
            targets={targets}
            depth={depth + 1}
            onRoot={onRoot}
          />
        ) : (
          <FilterTest
            key={node.id}
            test={node}
            targets={targets}
            onChange={(next) => put(node.id, () => next)}
          />
        ),
      )}
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set({ of: [...group.of, blankTest()] })}
        >
          Add condition
        </Button>
        {depth < DEEPEST && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFolderPlus size={14} aria-hidden />}
            onClick={() => set({ of: [...group.of, newGroup('any', [blankTest()])] })}
          >
            Add group
          </Button>
        )}
      </Group>
    </Stack>
  )
}
