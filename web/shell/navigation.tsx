import { ActionIcon, Badge, NavLink, Skeleton, Text } from '@mantine/core'
import {
  type Icon,
  IconCalendarDue,
  IconCash,
  IconFileText,
  IconHome,
  IconInbox,
  IconMessages,
  IconPlus,
  IconSettings,
  IconSignature,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../api.ts'
import { paths } from '../paths.ts'
import { useMay, useMoneySight, useSession } from '../session.ts'
import { isPlainClick } from '../ui/links/app-link.tsx'
import { useGo } from '../ui/links/use-go.ts'
import classes from './shell.module.css'

const NewDefinitionDialog = lazy(() =>
  import('../ui/boards/new-definition.tsx').then((m) => ({ default: m.NewDefinitionDialog })),
)

export function Navigation() {
  const { workspace } = useSession()
  const { data } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const [making, setMaking] = useState<'board' | 'page' | null>(null)
  const mayMake = useMay('admin')
  const sight = useMoneySight()
  const of = (kind: 'board' | 'page') => data?.data.filter((one) => one.kind === kind) ?? []

  const section = (kind: 'board' | 'page', title: string, icon: Icon) => (
    <div>
      <Heading
        title={title}
        action={
          mayMake && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`New ${kind}`}
              title={`New ${kind}`}
              onClick={() => setMaking(kind)}
            >
              <IconPlus size={16} />
            </ActionIcon>
          )
        }
      />
      {data ? (
        of(kind).map(({ key, name }) => (
          <Entry key={key} to={paths.records(key)} label={name} icon={icon} />
        ))
      ) : (
        <Skeleton height={22} mx="xs" my={6} width="70%" />
      )}
      {data && of(kind).length === 0 && (
        <Text size="xs" c="dimmed" px={10}>
          None yet
        </Text>
      )}
    </div>
  )

  return (
    <>
      <Text size="xs" c="dimmed" px={10} py={6} truncate title={workspace.name}>
        {workspace.name}
      </Text>
      <Entry to={paths.home()} label="Today" icon={IconHome} exact />
      {section('page', 'Pages', IconFileText)}
      {section('board', 'Boards', IconInbox)}
      <Heading title="Desk" />
      <Entry
        to={paths.conversations()}
        label="Conversations"
        icon={IconMessages}
        beside={<Unread />}
      />
      <Entry to={paths.obligations()} label="Obligations" icon={IconCalendarDue} />
      {sight !== 'none' && <Entry to={paths.deals()} label="Commissions" icon={IconCash} />}
      <Entry to={paths.agreements()} label="Agreements" icon={IconSignature} />
      <Heading title="Workspace" />
      <Entry
        to={paths.settings()}
        within={paths.anySettings()}
        label="Settings"
        icon={IconSettings}
      />
      <Suspense>
        {making && <NewDefinitionDialog kind={making} onClose={() => setMaking(null)} />}
      </Suspense>
    </>
  )
}

function Heading({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {action}
    </div>
  )
}

interface EntryProps {
  to: string
  label: string
  icon: Icon
  /** Other addresses where it counts as the current one. */
  within?: string
  exact?: boolean
  beside?: ReactNode
}

function Entry({ to, label, icon: Shown, within = to, exact, beside }: EntryProps) {
  const { pathname } = useLocation()
  const go = useGo()
  const active = pathname === to || (!exact && pathname.startsWith(`${within}/`))
  const place = useRef<HTMLAnchorElement>(null)
  // Brings the current board into view, even among forty.
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(to)
  }
  return (
    <NavLink
      ref={place}
      href={to}
      label={label}
      title={label}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={<Shown size={17} stroke={1.7} aria-hidden />}
      rightSection={beside}
      className={classes.link}
      noWrap
      onClick={follow}
    />
  )
}

/** How many of the latest hundred conversations are unread. */
function Unread() {
  const { data } = useAnswer('conversations.list', { query: { limit: 100, unread: true } })
  const unread = data?.data.length ?? 0
  if (unread === 0) return null
  return (
    <Badge size="sm" circle={unread < 10} aria-label={`${unread} unread`}>
      {unread > 99 ? '99+' : unread}
    </Badge>
  )
}
