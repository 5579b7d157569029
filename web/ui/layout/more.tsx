import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** A listing that is fetched page by page. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'sm' | 'compact-sm'
  /** The button's text, if not just "Load more". */
  children?: ReactNode
}

/** Loads the next page of a listing, if there is one. */
export function More({ of, size = 'sm', children = 'Load more' }: Props) {
  if (!of.hasNextPage) return null
  return (
    <Group justify="center">
      <Button
        data-printed
        variant="default"
        size={size}
        loading={of.isFetchingNextPage}
        onClick={() => of.fetchNextPage()}
      >
        {children}
      </Button>
    </Group>
  )
}
