import { ActionIcon, Badge, Skeleton, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { useHeads } from '../../service/heads.ts'
import { whenIdle } from '../../service/parts-soon.ts'
import { useHasAgreements, useMay, useMoneySight } from '../../service/session.ts'
import { MOST_UNREAD, useMentions, useUnread } from '../../service/unread.ts'
import type { Icon } from '../../ui/icons/icon.ts'
import {
  IconCalendarDue,
  IconCash,
  IconHome,
  IconMessages,
  IconPlus,
  IconSettings,
  IconSignature,
} from '../../ui/icons/icons.ts'
import { isPlainClick } from '../../ui/links/app-link.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { DefinitionMark } from '../../ui/records/definition-mark.tsx'
import classes from './shell.module.css'

const NewDefinitionDialog = lazy(() =>
  import('../../ui/boards/new-definition.tsx').then((m) => ({ default: m.NewDefinitionDialog })),
)

/** Every place of the desk: first the day’s work, then the records, then what is set up once. */
export function Navigation() {
  const [isMaking, setMaking] = useState(false)
  const mayMake = useMay('admin')
  const sight = useMoneySight()
  const hasAgreements = useHasAgreements()
  return (
    <>
      <Entry
        to={paths.home()}
        label="Today"
        icon={pictured(IconHome)}
        exact
        beside={<Mentions />}
      />
      <Entry
        to={paths.conversations()}
        label="Inbox"
        icon={pictured(IconMessages)}
        beside={<Unread />}
      />
      <Entry to={paths.obligations()} label="Obligations" icon={pictured(IconCalendarDue)} />
      {sight !== 'none' && (
        <Entry to={paths.deals()} label="Commissions" icon={pictured(IconCash)} />
      )}
      <Heading
        title="Records"
        action={
          mayMake && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label="New page or board"
              title="New page or board"
              onClick={() => setMaking(true)}
            >
              <IconPlus size={16} />
            </ActionIcon>
          )
        }
      />
      <Definitions />
      <Heading title="Workspace" />
      {hasAgreements && (
        <Entry to={paths.agreements()} label="Agreements" icon={pictured(IconSignature)} />
      )}
      <Entry
        to={paths.settings()}
        within={paths.anySettings()}
        label="Settings"
        icon={pictured(IconSettings)}
      />
      <Suspense>
        {isMaking && <NewDefinitionDialog kind="page" onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  )
}

/** The pages and boards, the oldest first, so that each keeps its place. */
function Definitions() {
  const { heads, nextCursor } = useHeads()
  // About as much room as the first ones need, so that little moves.
  if (!heads)
    return [60, 75, 50].map((width) => (
      <Skeleton key={width} className={classes.waiting ?? ''} width={`${width}%`} />
    ))
  if (heads.length === 0) {
    return (
      <Text size="xs" c="dimmed" px={10}>
        None yet
      </Text>
    )
  }
  return (
    <>
      {heads.map((definition) => (
        <Entry
          key={definition.key}
          to={paths.records(definition.key)}
          label={definition.name}
          icon={<DefinitionMark of={definition} />}
        />
      ))}
      {nextCursor && (
        <Text size="xs" c="dimmed" px={10}>
          These are the oldest 1,000. Search finds the others.
        </Text>
      )}
    </>
  )
}

export const pictured = (Shown: Icon) => <Shown size={18} stroke={1.6} aria-hidden />

export function Heading({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <Text size="xs" fw={500} c="dimmed">
        {title}
      </Text>
      {action}
    </div>
  )
}

interface EntryProps {
  to: string
  label: string
  icon: ReactNode
  /** Other addresses where it counts as the current one. */
  within?: string
  exact?: boolean
  beside?: ReactNode
}

export function Entry({ to, label, icon, within = to, exact, beside }: EntryProps) {
  const { pathname } = useLocation()
  const go = useGo()
  const isWithin = pathname.startsWith(`${within}/`)
  const active = pathname === to || (!exact && isWithin)
  const place = useRef<HTMLAnchorElement>(null)
  // Brings the current board into view, even among forty.
  useEffect(() => {
    // To find out where it is takes the page’s whole layout, which the new page should not wait for.
    if (active) whenIdle(() => place.current?.scrollIntoView({ block: 'nearest' }))
  }, [active])
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(to)
  }
  return (
    <a
      ref={place}
      href={to}
      title={label}
      aria-current={active ? 'page' : undefined}
      className={`${classes.link} mantine-focus-auto`}
      onClick={follow}
    >
      <span className={classes.mark}>{icon}</span>
      <span className={classes.label}>{label}</span>
      {beside}
    </a>
  )
}

/** How many of the latest hundred conversations are unread. */
function Unread() {
  const { data } = useUnread()
  return <Count of={data?.data.length} label={(count) => `${count} unread`} />
}

/** How many comments mention the reader that they have not read. Today shows them. */
function Mentions() {
  const { data } = useMentions()
  const label = (count: number) => `${count} unread ${count === 1 ? 'mention' : 'mentions'}`
  return <Count of={data?.data.length} label={label} />
}

function Count({
  of: count = 0,
  label,
}: {
  of?: number | undefined
  label: (n: number) => string
}) {
  if (count === 0) return null
  return (
    <Badge size="sm" circle={count < 10} aria-label={label(count)}>
      {count >= MOST_UNREAD ? '99+' : count}
    </Badge>
  )
}
