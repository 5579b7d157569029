import { Box, NavLink, Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { useMay } from '../../service/session.ts'
import { IconSettings } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { isPlainClick } from '../../ui/links/app-link.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { type Section, sections } from './sections.ts'
import classes from './settings.module.css'

export function SettingsPage() {
  const { section } = useParams({ from: '/desk/settings/$section' })
  const open = sections.flatMap(({ entries }) => entries).find(({ key }) => key === section)
  return (
    <Page>
      {/* In a wide window the sidebar has them. */}
      <Box component="nav" hiddenFrom="sm" className={classes.row ?? ''} aria-label="Settings">
        {sections.flatMap(({ least, entries }) =>
          entries.map((entry) => (
            <Entry key={entry.key} section={{ least, ...entry }} active={entry.key === section} />
          )),
        )}
      </Box>
      <Stack gap="md" miw={0}>
        {open ? (
          <Suspense key={section} fallback={<Loading title={open.label} />}>
            <open.Component />
          </Suspense>
        ) : (
          <>
            <PageHeader title="Settings" />
            <EmptyState icon={IconSettings} title="Settings not found">
              Choose a section from the list.
            </EmptyState>
          </>
        )}
      </Stack>
    </Page>
  )
}

function Entry({
  section: { key, label, icon: Shown, least = 'viewer' },
  active,
}: {
  section: Section
  active: boolean
}) {
  const go = useGo()
  const link = useRef<HTMLAnchorElement>(null)
  // Only some of the row are visible.
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  const isSeen = useMay(least)
  if (!isSeen) return null
  const to = paths.settings(key)
  return (
    <NavLink
      ref={link}
      href={to}
      label={label}
      leftSection={<Shown size={16} stroke={1.7} aria-hidden />}
      active={active}
      aria-current={active ? 'page' : undefined}
      className={classes.entry}
      onClick={(event: MouseEvent) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go(to)
      }}
    />
  )
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Skeleton height={200} />
    </>
  )
}
