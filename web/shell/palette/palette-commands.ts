import { useDebouncedValue } from '@mantine/hooks'
import { sections } from '../../areas/settings/sections.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { type Head, useHeads } from '../../service/heads.ts'
import {
  type Role,
  useHasAgreements,
  useMay,
  useMoneySight,
  useSession,
} from '../../service/session.ts'
import type { Icon } from '../../ui/icons/icon.ts'
import { IconArrowRight, IconHistory, IconPlus, IconSettings } from '../../ui/icons/icons.ts'
import { goKeys } from '../keyboard/use-go-keys.ts'
import type { Command, Place } from './command.ts'
import { kindOf } from './page-kinds.rules.ts'
import type { Findable } from './palette.rules.ts'
import { useRecordCommands } from './palette-record.ts'
import { recentsOf } from './recents.ts'

/** Everything the palette offers besides records. */
export function useCommands(typed: string): { commands: Command[]; definitions: Head[] } {
  const { workspace } = useSession()
  const may: Record<Role, boolean> = {
    owner: useMay('owner'),
    admin: useMay('admin'),
    manager: useMay('manager'),
    member: useMay('member'),
    viewer: true,
  }
  const definitions = useDefinitions(typed)
  const sight = useMoneySight()
  const hasAgreements = useHasAgreements()
  const ofRecord = useRecordCommands(definitions)
  const places = [
    ...areas.filter(({ to }) =>
      to === paths.deals() ? sight !== 'none' : to !== paths.agreements() || hasAgreements,
    ),
    ...definitions.flatMap((definition) => placesOf(definition, may.admin)),
    ...settingsFor(may),
  ]
  // Pages that are listed below anyway are left out, and so is the open one.
  const listed = new Set(places.filter(({ onlyFound }) => !onlyFound).map(({ to }) => to))
  const recents = recentsOf(workspace.id)
    .filter(({ to }) => !listed.has(to) && to !== window.location.pathname)
    .slice(0, 5)
    .map((recent) => {
      const { to, title } = recent
      const hint = kindOf(recent)
      const more = { id: `recent ${to}`, group: 'Recent' as const, ...(hint ? { hint } : {}) }
      return place(title, to, more, IconHistory)
    })
  return {
    definitions,
    commands: [
      ...ofRecord,
      ...recents,
      ...places,
      ...(may.admin ? makeDefinition : []),
      ...(may.member ? [...makeThing, ...definitions.map(makeRow)] : []),
      ...(may.member && sight === 'all' ? [startCommissions] : []),
    ],
  }
}

/** The first thousand boards and pages, and of the others those whose name contains the text. */
function useDefinitions(typed: string): Head[] {
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { heads = [], nextCursor } = useHeads()
  const cursor = nextCursor ?? ''
  const { data: others } = useAnswer(
    'definitions.list',
    { query: { search, cursor, limit: 20, columns: false } },
    { enabled: cursor !== '' && search !== '' },
  )
  return [...heads, ...(others?.data ?? [])]
}

const place = (
  label: string,
  to: string,
  more: Partial<Findable> = {},
  icon: Icon = IconArrowRight,
): Place => {
  const key = goKeys[to]
  const keys = key ? { keys: ['G', key.toUpperCase()] } : {}
  return { id: `to ${to}`, group: 'Go to', label, to, icon, ...keys, ...more }
}

const areas: Place[] = [
  place('Today', paths.home(), { words: 'home start' }),
  place('Inbox', paths.conversations(), { words: 'conversations messages email text' }),
  place('Obligations', paths.obligations(), { words: 'tasks due deadlines' }),
  place('Commissions', paths.deals(), { words: 'accounting deal money splits ledger' }),
  place('Agreements', paths.agreements(), { words: 'sign documents' }),
]

/** What people do there, so that they find it by its verb. */
const settingsWords: Record<string, string> = {
  general: 'rename workspace currency time zone country money delete',
  members: 'invite add remove people person user role suspend colleague',
  teams: 'group people create add',
  policies: 'hide columns permissions access protect visible',
  audit: 'history who did changes log',
  channels: 'connect phone number email twilio smtp send',
  templates: 'write message text create',
  'opt-outs': 'stop unsubscribe block',
  developer: 'api keys connect integrate',
  webhooks: 'send events connect integrate',
  access: 'api token create revoke',
  account: 'change password name sign out devices',
}

const settingsFor = (may: Record<Role, boolean>): Place[] =>
  sections
    .filter(({ least }) => may[least])
    .flatMap(({ entries }) => entries)
    .map(({ key, label }) =>
      place(
        `Settings: ${label}`,
        paths.settings(key),
        { onlyFound: true, words: settingsWords[key] ?? '' },
        IconSettings,
      ),
    )

function placesOf(definition: Head, isAdmin: boolean): Place[] {
  const { key, name, kind } = definition
  const hint = kind === 'board' ? 'Board' : 'Page'
  const more = (what: string, to: string, words = '') =>
    place(`${name}: ${what}`, to, { hint, words, onlyFound: true }, IconSettings)
  return [
    { ...place(name, paths.records(key), { hint, words: key }), look: definition },
    more('imports', paths.imports(key), 'csv xlsx'),
    more('trash', paths.trash(key), 'deleted restore'),
    ...(isAdmin
      ? [
          more('settings', paths.recordSettings(key)),
          more('developer', paths.recordSettings(key, 'developer'), 'api keys snippets'),
        ]
      : []),
  ]
}

const create = (label: string, act: { to: string } | { make: 'board' | 'page' }): Command => ({
  id: label,
  group: 'Create',
  label,
  words: 'add create',
  icon: IconPlus,
  ...act,
})

const makeDefinition: Command[] = [
  create('New board', { make: 'board' }),
  create('New page', { make: 'page' }),
]
const makeRow = ({ key, name, kind }: Head): Command => ({
  id: `row in ${key}`,
  group: 'Create',
  label: `New row in ${name}`,
  hint: kind === 'board' ? 'Board' : 'Page',
  words: `add create record ${key}`,
  onlyFound: true,
  icon: IconPlus,
  to: paths.newRow(key),
})
const startCommissions = create('Start commissions', { to: paths.newDeal() })
const makeThing: Command[] = [
  create('New conversation', { to: paths.newConversation() }),
  create('New obligation', { to: paths.newObligation() }),
]
