import { Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import type { Icon } from '../../ui/icons/icon.ts'
import { AppLink } from '../../ui/links/app-link.tsx'
import classes from './home.module.css'

interface Props {
  title: string
  icon: Icon
  /** The page with the whole list, if there is one. */
  to?: string
  toLabel?: string
  /** How many, with a `+` if there are more. */
  count?: string
  isLoading?: boolean
  error?: unknown
  onRetry?: () => void
  children: ReactNode[]
  ref?: Ref<HTMLDivElement>
}

/** How many there are, with a `+` if the list goes on. */
export const countOf = (items: readonly unknown[], next: string | null | undefined): string =>
  `${items.length}${next ? '+' : ''}`

/** A list of things to do, each with a link. If it is empty there is no card. */
export function HomeCard(props: Props) {
  const { title, icon: Shown, to, toLabel, count, isLoading, error, onRetry, children, ref } = props
  if (!error && !isLoading && children.length === 0) return null
  return (
    <Card ref={ref} withBorder padding="md" component="section" aria-label={title}>
      {/* As high with a link as without. */}
      <Group justify="space-between" mb="xs" mih={26}>
        <Group gap="xs">
          <Shown size={18} stroke={1.7} aria-hidden />
          <Title order={2}>{title}</Title>
          {count && children.length > 0 && (
            <Badge variant="light" size="sm">
              {count}
            </Badge>
          )}
        </Group>
        {to && (
          <AppLink to={to} size="sm" py={3} style={{ whiteSpace: 'nowrap' }}>
            {toLabel}
          </AppLink>
        )}
      </Group>
      {error ? (
        <FailureAlert error={error} {...(onRetry ? { onRetry } : {})} />
      ) : isLoading ? (
        <Stack gap="xs" aria-busy>
          <Skeleton height={16} />
          <Skeleton height={16} width="80%" />
        </Stack>
      ) : (
        <ul className={classes.list}>{children}</ul>
      )}
    </Card>
  )
}

interface ItemProps {
  to: string
  label: string
  /** Before the link: a button. */
  before?: ReactNode
  /** The second line. */
  children: ReactNode
  beside?: ReactNode
}

export function HomeItem({ to, label, before, children, beside }: ItemProps) {
  return (
    <li className={classes.item}>
      {before}
      <div className={classes.words}>
        {/* Large enough to touch, also right above another link. */}
        <AppLink to={to} size="sm" fw={500} display="inline-block" py={3}>
          {label}
        </AppLink>
        <Text size="xs" c="dimmed" component="div">
          {children}
        </Text>
      </div>
      {beside}
    </li>
  )
}
