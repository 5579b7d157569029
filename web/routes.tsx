import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { asking, codeOf } from './service/api.ts'
import { page } from './service/parts.ts'
import { RouteError } from './shell/route-error.tsx'
import { Shell } from './shell/shell.tsx'
import { NotFoundPage } from './ui/layout/not-found.tsx'

interface Context {
  queries: QueryClient
}

/** Pages check what they keep in the URL themselves; here any plain values will do. */
type Search = Record<string, string | number | boolean | undefined>
const anySearch = (search: Record<string, unknown>): Search => search as Search

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  validateSearch: anySearch,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
})

/** Everything that needs someone signed in. */
const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  component: Shell,
  errorComponent: (failed) => (
    <main>
      <RouteError {...failed} />
    </main>
  ),
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(asking('auth.getSession'))
    } catch (error) {
      if (codeOf(error) !== 'unauthenticated') throw error
      throw redirect({ to: '/signin', search: { next: location.href } })
    }
  },
})

const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: page(() => import('./areas/home/home-page.tsx'), 'HomePage'),
})

const records = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key',
  component: page(() => import('./areas/records/records-page.tsx'), 'RecordsPage'),
})
const record = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/rows/$rowId',
  component: page(() => import('./areas/records/record-page.tsx'), 'RecordPage'),
})
const trash = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/trash',
  component: page(() => import('./areas/records/trash-page.tsx'), 'TrashPage'),
})
const imports = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/imports',
  component: page(() => import('./areas/imports/imports-page.tsx'), 'ImportsPage'),
})
const newImport = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/imports/new',
  component: page(() => import('./areas/imports/new-import-page.tsx'), 'NewImportPage'),
})
const importRun = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/imports/$runId',
  component: page(() => import('./areas/imports/import-run-page.tsx'), 'ImportRunPage'),
})
const recordSettings = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/settings/$tab',
  component: page(() => import('./areas/developer/record-settings-page.tsx'), 'RecordSettingsPage'),
})

const conversations = createRoute({
  getParentRoute: () => desk,
  path: '/conversations',
  component: page(
    () => import('./areas/conversations/conversations-page.tsx'),
    'ConversationsPage',
  ),
})
const conversation = createRoute({
  getParentRoute: () => desk,
  path: '/conversations/$id',
  component: page(
    () => import('./areas/conversations/conversations-page.tsx'),
    'ConversationsPage',
  ),
})

const obligations = createRoute({
  getParentRoute: () => desk,
  path: '/obligations',
  component: page(() => import('./areas/obligations/obligations-page.tsx'), 'ObligationsPage'),
})
const obligation = createRoute({
  getParentRoute: () => desk,
  path: '/obligations/$id',
  component: page(() => import('./areas/obligations/obligation-page.tsx'), 'ObligationPage'),
})

const deals = createRoute({
  getParentRoute: () => desk,
  path: '/deals',
  component: page(() => import('./areas/deals/deals-page.tsx'), 'DealsPage'),
})
const deal = createRoute({
  getParentRoute: () => desk,
  path: '/deals/$id',
  component: page(() => import('./areas/deals/deal-page.tsx'), 'DealPage'),
})

const agreements = createRoute({
  getParentRoute: () => desk,
  path: '/agreements',
  component: page(() => import('./areas/agreements/agreements-page.tsx'), 'AgreementsPage'),
})
const agreement = createRoute({
  getParentRoute: () => desk,
  path: '/agreements/$kind',
  component: page(() => import('./areas/agreements/agreement-page.tsx'), 'AgreementPage'),
})

/** `/settings` alone leads to the first section. */
const settingsStart = createRoute({
  getParentRoute: () => desk,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'general' }, replace: true })
  },
})
const recordSettingsStart = createRoute({
  getParentRoute: () => desk,
  path: '/records/$key/settings',
  beforeLoad: ({ params: { key } }) => {
    const params = { key, tab: 'general' }
    throw redirect({ to: '/records/$key/settings/$tab', params, replace: true })
  },
})
const settings = createRoute({
  getParentRoute: () => desk,
  path: '/settings/$section',
  component: page(() => import('./areas/settings/settings-page.tsx'), 'SettingsPage'),
})

/** An empty page, with the navigation around it. */
const nowhere = createRoute({
  getParentRoute: () => desk,
  path: '$',
  component: NotFoundPage,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  component: page(() => import('./areas/auth/sign-in-page.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: page(() => import('./areas/auth/sign-up-page.tsx'), 'SignUpPage'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: page(() => import('./areas/auth/forgot-page.tsx'), 'ForgotPage'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: page(() => import('./areas/auth/reset-page.tsx'), 'ResetPage'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: page(() => import('./areas/auth/invitation-page.tsx'), 'InvitationPage'),
})

const routeTree = root.addChildren([
  desk.addChildren([
    home,
    records,
    record,
    trash,
    imports,
    newImport,
    importRun,
    recordSettingsStart,
    recordSettings,
    conversations,
    conversation,
    obligations,
    obligation,
    deals,
    deal,
    agreements,
    agreement,
    settingsStart,
    settings,
    nowhere,
  ]),
  signIn,
  signUp,
  forgot,
  reset,
  invitation,
])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
