import { ActionIcon, Group, Title, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import {
  IconArrowLeft,
  IconArrowsMaximize,
  IconChevronDown,
  IconChevronUp,
  IconX,
} from '../../../ui/icons/icons.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import type { Definition, GridHandle, Row } from '../list/types.ts'
import classes from './panel.module.css'
import { RecordMenu } from './record-menu.tsx'

interface Props {
  definition: Definition
  rowId: string
  /** `null` until it is loaded. */
  row: Row | null
  /** On a page of its own, or beside the grid. */
  isPage: boolean
  neighbour: GridHandle['neighbour'] | undefined
  onOpenRow: (rowId: string) => void
  onClose: () => void
  /** The record’s stage, and how to reach people. */
  children?: ReactNode
}

/** The record's title, buttons to step and close, its stage, and what can be started from here. */
export function RecordHead(props: Props) {
  const { definition, rowId, row, isPage, neighbour, onOpenRow, onClose, children } = props
  const go = useGo()
  const titleOf = useTitleOf()
  const step = async (by: -1 | 1) => {
    const next = await neighbour?.(rowId, by)
    if (next) onOpenRow(next)
  }
  const button = { variant: 'subtle', color: 'gray' } as const
  return (
    <header className={classes.head}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap={6} wrap="nowrap" align="flex-start" miw={0}>
          {isPage && (
            <Tooltip label={`All of ${definition.name}`}>
              <ActionIcon {...button} aria-label={`All of ${definition.name}`} onClick={onClose}>
                <IconArrowLeft size={18} />
              </ActionIcon>
            </Tooltip>
          )}
          <Title order={isPage ? 1 : 2} className={classes.title} lineClamp={2}>
            {row ? titleOf(row.cells, definition.columns) : 'Record'}
          </Title>
        </Group>
        <Group gap={0} wrap="nowrap">
          {neighbour && (
            <>
              <Tooltip label="Previous row (K)">
                <ActionIcon
                  {...button}
                  aria-label="Previous row"
                  aria-keyshortcuts="k"
                  onClick={() => step(-1)}
                >
                  <IconChevronUp size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Next row (J)">
                <ActionIcon
                  {...button}
                  aria-label="Next row"
                  aria-keyshortcuts="j"
                  onClick={() => step(1)}
                >
                  <IconChevronDown size={18} />
                </ActionIcon>
              </Tooltip>
            </>
          )}
          {!isPage && (
            <Tooltip label="Open as page">
              <ActionIcon
                {...button}
                aria-label="Open as page"
                onClick={() => go(paths.recordPage(definition.key, rowId))}
              >
                <IconArrowsMaximize size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          {row && <RecordMenu definition={definition} row={row} onClose={onClose} />}
          {!isPage && (
            <Tooltip label="Close">
              <ActionIcon {...button} aria-label="Close record" onClick={onClose}>
                <IconX size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Group>
      {row && (
        <Group gap={6} mt={6}>
          {children}
        </Group>
      )}
    </header>
  )
}
