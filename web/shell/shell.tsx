import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { useLeaving } from '../service/leaving.ts'
import { useLiveStream } from '../service/live.ts'
import { soonPart } from '../service/parts.ts'
import { usePartsSoon } from '../service/parts-soon.ts'
import { useSession } from '../service/session.ts'
import { useSignedOut } from '../service/signed-out.ts'
import { keepWaiting } from '../service/waiting.ts'
import { isNowhere, useKeptFocus } from '../ui/focus/use-kept-focus.ts'
import { IconMenu2, IconX } from '../ui/icons/icons.ts'
import { AppLink } from '../ui/links/app-link.tsx'
import { AccountButton } from './account/account-button.tsx'
import { SignInAgain } from './account/sign-in-again.tsx'
import { Navigation } from './frame/navigation.tsx'
import { Progress } from './frame/progress.tsx'
import classes from './frame/shell.module.css'
import { useFinishedImports } from './frame/use-finished-imports.ts'
import { collectTyped, takeTyped } from './keyboard/typed-ahead.ts'
import { useGoKeys } from './keyboard/use-go-keys.ts'
import { useRecentPages } from './palette/recents.ts'
import { SearchButton } from './palette/search-button.tsx'

const Palette = soonPart(() => import('./palette/palette.tsx').then((m) => m.Palette))
const SettingsNavigation = soonPart(() =>
  import('./frame/settings-navigation.tsx').then((m) => m.SettingsNavigation),
)
const KeyboardHelp = lazy(() =>
  import('./keyboard/keyboard-help.tsx').then((m) => ({ default: m.KeyboardHelp })),
)
/** The parts that are likely to be opened on any page. */
const parts = [Palette.load, SettingsNavigation.load]

const goOn = async (text: string): Promise<void> =>
  (await import('../areas/records/grid/model/models.ts')).goOnWith(text)

/** The desk; nothing once it is being left for good. */
export function Shell() {
  return useLeaving() ? null : <Desk />
}

/** What surrounds every page: navigation, search, who is signed in. */
function Desk() {
  useLiveStream()
  const { workspace, seat } = useSession()
  const isSignedOut = useSignedOut()
  useRecentPages()
  useKeptFocus()
  useGoKeys()
  useFinishedImports()
  usePartsSoon(parts)
  useEffect(() => keepWaiting(workspace.id, seat.crmUserId, goOn), [workspace.id, seat.crmUserId])
  const { pathname, href } = useLocation()
  const [menu, { toggle, close }] = useDisclosure(false)
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const isInSettings = pathname.startsWith(`${paths.anySettings()}/`)
  const [back, setBack] = useState(paths.home())
  if (!isInSettings && back !== href) setBack(href)
  // On a phone the settings have a row of their own, and the menu keeps the desk's places.
  const hasSettings = isInSettings && !isNarrow
  const places = useRef<HTMLElement>(null)
  const [palette, setPalette] = useState(false)
  const openPalette = () => {
    if (!palette) collectTyped(() => setPalette(false))
    setPalette(true)
  }
  useEffect(() => (palette ? () => void takeTyped() : undefined), [palette])
  const [help, setHelp] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the menu on a phone
  useEffect(close, [pathname])
  useHotkeys([['mod+K', openPalette]], [])
  useHotkeys([
    ['shift+?', () => setHelp(true)],
    ['Escape', close],
  ])

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          hiddenFrom="sm"
          aria-label={menu ? 'Close the menu' : 'Open the menu'}
          aria-expanded={menu}
          onClick={toggle}
        >
          {menu ? <IconX size={20} /> : <IconMenu2 size={20} />}
        </ActionIcon>
        <AppLink to={paths.home()} className={classes.brand} underline="never">
          <img src="/icon.svg" alt="" width={22} height={22} />
          <Text span size="sm" fw={600} truncate title={workspace.name}>
            {workspace.name}
          </Text>
        </AppLink>
        <AccountButton onHelp={() => setHelp(true)} />
        <SearchButton onOpen={openPalette} />
      </header>
      <nav
        ref={places}
        tabIndex={-1}
        className={classes.navigation}
        data-open={menu || undefined}
        aria-label={hasSettings ? 'Settings' : 'Desk'}
      >
        <Suspense>
          {hasSettings ? <SettingsNavigation back={back} /> : <Navigation />}
          <KeptPlace places={places} hasSettings={hasSettings} />
        </Suspense>
      </nav>
      {/* On a phone the menu covers the page, so nothing behind it can be reached by keyboard or read aloud. */}
      <main id="main" tabIndex={-1} className={classes.page} inert={menu && isNarrow}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Progress />
      <Suspense>
        {palette && <Palette onClose={() => setPalette(false)} />}
        {help && <KeyboardHelp opened onClose={() => setHelp(false)} />}
      </Suspense>
      {isSignedOut && <SignInAgain />}
    </div>
  )
}

interface KeptPlaceProps {
  places: RefObject<HTMLElement | null>
  hasSettings: boolean
}

/** Keeps the focus among the places when a press of one of them brings others. */
function KeptPlace({ places, hasSettings }: KeptPlaceProps) {
  const shown = useRef(hasSettings)
  useEffect(() => {
    if (shown.current === hasSettings) return
    shown.current = hasSettings
    if (!isNowhere()) return
    const current = places.current?.querySelector<HTMLElement>('[aria-current="page"]')
    ;(current ?? places.current)?.focus({ preventScroll: true })
  }, [places, hasSettings])
  return null
}

function PageSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy>
      <Skeleton height={24} width={220} mb="lg" />
      <Skeleton height={14} mb="sm" />
      <Skeleton height={14} mb="sm" width="80%" />
      <Skeleton height={14} width="60%" />
    </div>
  )
}
