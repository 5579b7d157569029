import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** A listing that is asked page by page. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'sm' | 'compact-sm'
  /** What comes next, where it is not just more. */
  children?: ReactNode
}

/** Asks for the next page of a listing, where there is one. */
export function More({ of, size = 'sm', children = 'Show more' }: Props) {
  if (!of.hasNextPage) return null
  return (
    <Group justify="center">
      <Button
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
