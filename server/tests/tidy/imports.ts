import { circlesOf } from '../../../scripts/house.ts'
import {
  domainOf,
  type Import,
  importsOf,
  isTest,
  productFiles,
  type Rule,
  type Tree,
  withoutComments,
  withoutTemplates,
} from './tree.ts'

/** The domains, from low to high. Those on the same level do not import each other. */
export const layers = [
  ['events'],
  ['workspaces'],
  ['policies'],
  ['records'],
  ['ingest', 'imports', 'feeds', 'comms', 'accounting'],
  ['agreements', 'intake', 'obligations'],
  ['chain', 'overviews', 'timelines'],
  ['erasure'],
]
const layerOf = (domain: string): number => layers.findIndex((layer) => layer.includes(domain))

/** The imports of product files that match `of` and that `fits` refuses, as `path: to`. */
function strays(
  tree: Tree,
  of: (path: string) => boolean,
  fits: (path: string, imported: Import) => boolean,
  files = productFiles(tree, of),
): string[] {
  return files.flatMap(([path, source]) =>
    importsOf(path, source)
      .filter((imported) => !fits(path, imported))
      .map(({ to }) => `${path}: ${to}`),
  )
}

const within = (to: string, ...folders: string[]) => folders.some((f) => to.startsWith(`${f}/`))
const isPackage = (to: string) => !/^(server|contract|shared|sdk|scripts|bench|bin)\//.test(to)
const inDomain = (path: string) => domainOf(path) !== undefined

const order: Rule = {
  name: `A domain imports itself and lower ones: ${layers.map((l) => l.join(', ')).join(' < ')}`,
  find(tree) {
    const unknown = [...tree.keys()].map(domainOf).filter((d) => d !== undefined && layerOf(d) < 0)
    const wrong = strays(tree, inDomain, (path, { to }) => {
      const [from, target] = [domainOf(path)!, domainOf(to)]
      return target === undefined || target === from || layerOf(target) < layerOf(from)
    })
    return [...[...new Set(unknown)].map((d) => `server/domains/${d}: has no place`), ...wrong]
  },
  sound: {
    'server/domains/ingest/a.ts': "import { b } from '../records/b.ts'",
    'server/domains/records/b.ts': "import { c } from './c.ts'",
  },
  broken: [
    { 'server/domains/records/a.ts': "import { b } from '../ingest/b.ts'" },
    { 'server/domains/ingest/a.ts': "import type { b } from '../comms/b.ts'" },
    { 'server/domains/gadgets/a.ts': '' },
  ],
}

/**
 * The rooms of folders that have several, from low to high. Files next to them, such as routes, may import all, unless
 * '' says where they are.
 */
const roomsOf: Record<string, string[][]> = {
  contract: [
    ['refusals'],
    ['language'],
    ['workspaces'],
    ['policies'],
    ['records'],
    ['ingest', 'imports', 'comms', 'accounting'],
    ['agreements', 'intake', 'obligations'],
    ['events', 'overviews', 'timelines'],
    ['feeds'],
    [''],
    ['reference'],
  ],
  'server/platform': [
    ['sharing'],
    ['outbound'],
    [''],
    ['embedded', 'files', 'processes'],
    ['database'],
    ['jobs', 'secrets'],
    ['backup', 'docs', 'http', 'metrics'],
  ],
  'server/domains/workspaces': [
    ['accounts'],
    ['workspace'],
    ['tokens'],
    ['sessions'],
    ['seats'],
    ['joining', 'leaving'],
  ],
  'server/domains/records': [
    ['cells'],
    ['definitions'],
    ['files', 'filters', 'policies', 'titles', 'uniques'],
    ['columns', 'indexes', 'links'],
    ['boards', 'rows', 'texts'],
    ['history', 'listing', 'trash'],
    ['exports'],
  ],
  'server/domains/ingest': [['guide'], ['keys'], ['admission', 'receipts'], ['reading', 'writing']],
  'server/domains/imports': [
    ['reading'],
    ['mapping'],
    ['runs'],
    ['question'],
    ['planning'],
    ['running'],
    ['undoing'],
  ],
  'server/domains/comms': [
    ['addresses', 'threads'],
    ['channels'],
    ['email', 'templates', 'twilio'],
    ['sending'],
    ['conversations', 'receiving'],
  ],
  'server/domains/comms/receiving': [
    ['hooks', 'storing'],
    ['calls', 'emails', 'texts'],
  ],
  'server/domains/accounting': [
    ['ledger'],
    ['figures'],
    ['deals', 'draws', 'splits'],
    ['postings'],
  ],
  'server/domains/obligations': [
    ['deadlines', 'documents'],
    ['obligation'],
    ['history'],
    ['escalation'],
    ['changing'],
    ['listing'],
  ],
  'server/domains/intake': [['addresses', 'forms', 'hooks']],
  'server/tests': [
    ['fixtures', 'support', 'tidy'],
    ['catalogue', 'coverage', 'listing', 'scenarios'],
    ['contract-coverage', 'examples', 'failed-exchanges', 'foreign', 'hostile', 'leaks', 'tenants'],
  ],
  'server/tests/support': [
    ['machine'],
    ['clients'],
    ['inputs', 'postgres', 'processes'],
    ['service'],
    ['outside'],
    ['desks'],
    ['messages', 'releases'],
  ],
  'web/areas/records': [
    ['list'],
    ['cells'],
    ['activity', 'choosing'],
    ['toolbar', 'trash'],
    ['grid'],
    ['bulk', 'columns', 'moves', 'panel', 'print'],
    ['cards'],
    ['calendar', 'kanban'],
  ],
  'web/areas/records/grid': [
    ['rows', 'selection'],
    ['layout'],
    ['model'],
    ['actions'],
    ['clipboard'],
    ['editors'],
    ['view'],
  ],
  'web/areas/records/toolbar': [
    ['state', 'tools'],
    ['arranging', 'filters', 'more', 'views'],
  ],
  'web/service': [['failures']],
  'web/shell': [
    ['frame', 'keyboard'],
    ['account', 'palette'],
  ],
  'web/ui': [
    ['icons'],
    ['focus', 'html', 'links', 'values'],
    ['failures', 'money', 'records'],
    ['forms', 'layout', 'toasts'],
    ['boards', 'columns', 'obligations', 'webhooks', 'writing'],
  ],
  'web/areas/conversations': [['inbox'], ['messages', 'writing'], ['thread']],
  'web/areas/deals': [['deal'], ['figures'], ['draws', 'ledger', 'list'], ['splits']],
  'web/areas/developer': [
    ['board'],
    ['addresses', 'forms', 'general', 'hooks', 'keys', 'receipts'],
    ['console', 'guide'],
  ],
  'web/areas/imports': [['questions'], ['file', 'mapping', 'preview', 'run']],
  'web/areas/obligations': [
    ['obligation'],
    ['documents', 'list', 'recurrence'],
    ['calendar', 'history', 'verbs'],
    ['form'],
    ['checklist'],
  ],
  'web/areas/settings': [
    ['people'],
    [
      'audit',
      'channels',
      'developer',
      'general',
      'members',
      'opt-outs',
      'policies',
      'teams',
      'templates',
      'tokens',
      'webhooks',
    ],
    ['account'],
  ],
}

interface Room {
  folder: string
  room: string
  height: number
}

/** The rooms that a file is in, of each folder that has rooms: a room can have rooms itself. */
const placesOf = (path: string): Room[] =>
  Object.entries(roomsOf)
    .filter(([folder]) => path.startsWith(`${folder}/`))
    .map(([folder, layers]) => {
      const [, room = ''] = /^([^/]+)\//.exec(path.slice(folder.length + 1)) ?? []
      const height = layers.findIndex((layer) => layer.includes(room))
      return { folder, room, height: room === '' && height < 0 ? layers.length : height }
    })

/** Whether a file may import another one, as far as rooms go. */
const isBelow = (path: string, to: string): boolean =>
  placesOf(path).every(({ folder, room, height }) => {
    const target = placesOf(to).find((place) => place.folder === folder)
    return target === undefined || target.room === room || target.height < height
  })

const roomOrder: Rule = {
  name: `A room imports itself and lower ones: ${Object.entries(roomsOf)
    .map(([folder, layers]) => `${folder}: ${layers.map((layer) => layer.join(', ')).join(' < ')}`)
    .join('; ')}`,
  find(tree) {
    const unknown = [...tree.keys()]
      .flatMap(placesOf)
      .filter(({ height }) => height < 0)
      .map(({ folder, room }) => `${folder}/${room}`)
    // The rules themselves quote imports.
    const inRooms = [...tree].filter(
      ([path]) =>
        /(?<!\.test)\.tsx?$/.test(path) &&
        placesOf(path).length > 0 &&
        !within(path, 'server/tests/tidy'),
    )
    const wrong = strays(
      tree,
      () => true,
      (path, { to }) => isBelow(path, to),
      inRooms,
    )
    return [...[...new Set(unknown)].map((room) => `${room}: has no place`), ...wrong]
  },
  sound: {
    'server/domains/records/records.routes.ts': "import { a } from './rows/a.ts'",
    'server/domains/records/rows/a.ts': "import { b } from '../cells/b.ts'",
    'server/domains/records/cells/b.ts': "import { c } from './c.ts'",
    'server/domains/comms/sending/a.ts': "import { b } from '../../records/exports/b.ts'",
    'server/domains/ingest/a.ts': "import { b } from '../records/rows/b.ts'",
    'contract/operations.ts': "import { a } from './feeds/a.ts'",
    'contract/reference/openapi.ts': "import { operations } from '../operations.ts'",
    'web/areas/deals/deal-page.tsx': "import { a } from './splits/a.tsx'",
    'web/areas/records/cards/a.tsx': "import { b } from '../grid/view/b.tsx'",
    'web/areas/records/grid/editors/a.tsx': "import { b } from '../rows/b.ts'",
    'web/areas/deals/splits/a.tsx':
      "import { b } from '../deal/b.ts'\nimport { c } from '../../../ui/forms/c.tsx'",
  },
  broken: [
    { 'contract/records/a.ts': "import { b } from '../ingest/b.ts'" },
    { 'contract/feeds/a.ts': "import { b } from '../operations.ts'" },
    { 'contract/gadgets/a.ts': '' },
    { 'server/domains/records/cells/a.ts': "import { b } from '../rows/b.ts'" },
    { 'server/domains/records/rows/a.ts': "import type { b } from '../boards/b.ts'" },
    { 'server/domains/records/rows/a.ts': "import { b } from '../records.routes.ts'" },
    { 'server/domains/comms/threads/a.ts': "import { b } from '../sending/b.ts'" },
    { 'server/domains/comms/receiving/calls/a.ts': "import { b } from '../texts/b.ts'" },
    { 'server/domains/comms/threads/a.ts': "import { b } from '../receiving/storing/b.ts'" },
    { 'server/platform/database/a.ts': "import { b } from '../http/b.ts'" },
    { 'server/platform/a.ts': "import { b } from './database/b.ts'" },
    { 'server/domains/workspaces/sessions/a.ts': "import { b } from '../seats/b.ts'" },
    { 'server/domains/accounting/ledger/a.ts': "import { b } from '../figures/b.ts'" },
    { 'server/domains/records/gadgets/a.ts': '' },
    { 'web/areas/deals/ledger/a.tsx': "import { b } from '../splits/b.tsx'" },
    { 'web/areas/deals/splits/a.tsx': "import('../deal-page.tsx')" },
    { 'web/service/failures/a.rules.ts': "import { b } from '../b.ts'" },
    { 'web/ui/values/a.tsx': "import { b } from '../forms/b.tsx'" },
    { 'web/ui/gadgets/a.tsx': '' },
    { 'web/areas/records/grid/view/a.tsx': "import { b } from '../../bulk/b.tsx'" },
    { 'web/areas/records/grid/rows/a.ts': "import { b } from '../editors/b.tsx'" },
    { 'server/tests/support/service/a.ts': "import { b } from '../desks/b.ts'" },
    { 'server/tests/support/service/a.ts': "import { b } from '../../coverage/b.ts'" },
  ],
}

const circles: Rule = {
  name: 'No files import each other in a circle, not even for types: what both need is in a third',
  find: (tree) => circlesOf(tree).map(([first, ...others]) => `${first}: ${others.join(', ')}`),
  sound: {
    'server/platform/a.ts': "import { b } from './b.ts'\nimport type { C } from './c.ts'",
    'server/platform/b.ts': "import type { C } from './c.ts'",
    'server/platform/c.ts': 'export interface C {}',
    'server/platform/c.test.ts': "import { a } from './a.ts'",
  },
  broken: [
    {
      'server/platform/a.ts': "import { b } from './b.ts'",
      'server/platform/b.ts': "import type { A } from './a.ts'",
    },
    {
      'web/ui/a.tsx': "const later = () => import('./b.ts')",
      'web/ui/b.ts': "export { c } from './c.ts'",
      'web/ui/c.ts': "import { type A, d } from './a.tsx'",
    },
  ],
}

const rooms: Rule = {
  name: 'The contract knows nobody, the client only itself and the parser that is bundled with it, platform no domain, domains no root',
  find: (tree) => [
    ...strays(
      tree,
      (path) => within(path, 'contract'),
      (_, { to }) => within(to, 'contract', 'shared') || ['typebox', 'package.json'].includes(to),
    ),
    ...strays(
      tree,
      (path) => within(path, 'sdk'),
      (_, { to }) => within(to, 'sdk') || to === 'eventsource-parser',
    ),
    ...strays(
      tree,
      (path) => within(path, 'server/platform'),
      (_, { to }) => within(to, 'server/platform', 'contract', 'shared') || isPackage(to),
    ),
    ...strays(
      tree,
      (path) => within(path, 'server/domains'),
      (_, { to }) =>
        within(to, 'server/domains', 'server/platform', 'contract', 'shared') || isPackage(to),
    ),
  ],
  sound: {
    'contract/a.ts':
      "import Type from 'typebox'\nimport { b } from './b.ts'\nimport { c } from '../shared/c.ts'",
    'sdk/a.ts': "import type { B } from './b.ts'\nimport { c } from 'eventsource-parser'",
    'server/platform/a.ts': "import pg from 'pg'\nimport { b } from '../../contract/b.ts'",
    'server/app.ts': "import { b } from './domains/ingest/b.ts'",
  },
  broken: [
    { 'contract/a.ts': "import { b } from '../server/platform/b.ts'" },
    { 'sdk/a.ts': "import Type from 'typebox'" },
    { 'sdk/a.ts': "import type { B } from '../shared/b.ts'" },
    { 'server/platform/a.ts': "import { b } from '../domains/records/b.ts'" },
    { 'server/domains/records/a.ts': "import { b } from '../../app.ts'" },
  ],
}

const pureModules = [
  'node:crypto',
  'node:net',
  'node:zlib',
  'libphonenumber-js/min',
  'temporal-polyfill',
]
/** Files with values and errors only, such as what an actor may do and how a refusal reads. */
const pureFiles = [
  'server/platform/actor.ts',
  'server/platform/expected-error.ts',
  'server/platform/lazy.ts',
  'server/platform/refusal.ts',
]

const rulesImports: Rule = {
  name: 'Rules import rules, shared ones too, the contract and types: nothing that reads or writes',
  find: (tree) =>
    strays(
      tree,
      (path) => path.endsWith('.rules.ts'),
      (_, { to, typeOnly }) =>
        typeOnly ||
        to.endsWith('.rules.ts') ||
        within(to, 'contract', 'shared', 'server/domains/records/cells') ||
        pureFiles.includes(to) ||
        pureModules.includes(to),
    ),
  sound: {
    'server/domains/records/a.rules.ts':
      "import { b } from './b.rules.ts'\nimport type { Tx } from '../../platform/database/tx.ts'",
  },
  lists: [pureFiles, pureModules],
  broken: [
    { 'server/domains/records/a.rules.ts': "import { b } from './b.sql.ts'" },
    {
      'server/domains/records/a.rules.ts':
        "import { type Tx, b } from '../../platform/database/tx.ts'",
    },
    { 'server/domains/records/a.rules.ts': "import { readFile } from 'node:fs/promises'" },
  ],
}

const sqlImports: Rule = {
  name: 'SQL files import types, the contract, rules, shared ones too, and other SQL',
  find: (tree) =>
    strays(
      tree,
      (path) => path.endsWith('.sql.ts') && inDomain(path),
      (_, { to, typeOnly }) =>
        typeOnly || /\.(sql|rules)\.ts$/.test(to) || within(to, 'contract', 'shared'),
    ),
  sound: {
    'server/domains/records/a.sql.ts': "import type { Tx } from '../../platform/database/tx.ts'",
  },
  broken: [{ 'server/domains/records/a.sql.ts': "import { b } from './b.ts'" }],
}

const ownSql: Rule = {
  name: 'A domain’s SQL is its own: others call its use cases; that of platform is for all',
  find: (tree) =>
    strays(
      tree,
      (path) => within(path, 'server'),
      (path, { to, typeOnly }) =>
        typeOnly ||
        !to.endsWith('.sql.ts') ||
        within(to, 'server/platform') ||
        domainOf(to) === domainOf(path),
    ),
  sound: {
    'server/domains/records/a.ts':
      "import { b } from './b.sql.ts'\nimport { c } from '../../platform/c.sql.ts'",
  },
  broken: [
    { 'server/domains/ingest/a.ts': "import { b } from '../records/b.sql.ts'" },
    { 'server/worker.ts': "import { b } from './domains/records/b.sql.ts'" },
  ],
}

const routesImports: Rule = {
  name: 'Routes import their domain’s use cases, the contract and platform',
  find: (tree) =>
    strays(
      tree,
      (path) => /\.(routes|jobs)\.ts$/.test(path),
      (path, { to }) =>
        within(to, 'contract', 'server/platform') ||
        (domainOf(to) === domainOf(path) && !/\.(sql|rules)\.ts$/.test(to)),
    ),
  sound: { 'server/domains/records/a.routes.ts': "import * as b from './b.ts'" },
  broken: [
    { 'server/domains/records/a.routes.ts': "import { b } from './b.sql.ts'" },
    { 'server/domains/ingest/a.routes.ts': "import { b } from '../records/b.ts'" },
  ],
}

const driver: Rule = {
  name: 'Only platform and the commands talk to the driver; the rest goes through its one door',
  find: (tree) =>
    strays(
      tree,
      (path) => !within(path, 'server/platform', 'server/commands'),
      (_, { to, typeOnly }) => typeOnly || to !== 'pg',
    ),
  sound: { 'server/platform/a.ts': "import pg from 'pg'" },
  broken: [{ 'server/domains/records/a.ts': "import pg from 'pg'" }],
}

/** What connects: the guard of addresses that users choose, and the services that the operator sets. */
const CONNECTING = [
  'server/platform/outbound/outbound.ts',
  'server/platform/outbound/names.ts', // the name servers of the machine
  'server/platform/system-mail.ts', // SMTP_URL
  'server/platform/files/s3-bucket.ts', // S3_ENDPOINT
  'server/commands/surroundings.ts', // PUBLIC_URL
]

const connections: Rule = {
  name: 'Only platform/outbound/outbound.ts connects to what users X',
  find: (tree) =>
    productFiles(tree, (path) => within(path, 'server') && !CONNECTING.includes(path))
      .map(([path, source]) => [path, withoutTemplates(withoutComments(source))] as const)
      .flatMap(([path, source]) =>
        [...source.matchAll(CONNECTS)].map(
          ([, all, some, late]) => `${path}: ${all ?? some ?? late ?? 'fetch'}`,
        ),
      ),
  sound: {
    'server/platform/outbound/outbound.ts': "import { connect } from 'node:tls'",
    'server/platform/a.ts': "import { isIP, type Socket } from 'node:net'",
    'server/domains/comms/a.ts': 'await outbound.connect(host, 25)',
  },
  broken: [
    { 'server/domains/comms/a.ts': 'await fetch(url)' },
    { 'server/domains/comms/a.ts': "import { request } from 'node:http'" },
    { 'server/domains/comms/a.ts': "import net from 'node:net'" },
    { 'server/domains/comms/a.ts': "const http = process.getBuiltinModule('node:http')" },
    { 'server/domains/comms/a.ts': "import { connect } from 'node:tls'" },
    { 'server/domains/comms/a.ts': "import { createTransport } from 'nodemailer'" },
    { 'server/domains/comms/a.ts': "const nodemailer = lazily<typeof Nodemailer>('nodemailer')" },
  ],
  lists: [CONNECTING],
  except: {
    'server/domains/comms/email/smtp-provider.ts: nodemailer':
      'over a connection that is made for it',
    'server/domains/comms/twilio/twilio-http.ts: node:http':
      'over a connection that is made for it',
  },
}
const CONNECTS =
  /import (?!type)[^;'\n]* from '(node:tls|node:https|node:http2|node:dgram|node:dns(?:\/promises)?|nodemailer|s3mini)'|import (?!type)(?:\w|[^;'\n]*\b(?:request|get|connect|createConnection|Agent)\b)[^;'\n]* from '(node:https?|node:net)'|(?:lazily<[^(]*|getBuiltinModule)\('(nodemailer|s3mini|node:\w+)'\)|(?<![.\w])fetch\(/g

const testOnly: Rule = {
  name: 'What is shipped imports nothing of the tests',
  find: (tree) =>
    strays(
      tree,
      () => true,
      (_, { to }) => !isTest(to) && !['vitest', 'fast-check'].includes(to),
    ),
  sound: { 'server/tests/a.ts': "import { b } from './support/b.ts'" },
  broken: [
    { 'server/a.ts': "import { b } from './tests/support/b.ts'" },
    { 'server/domains/records/cells/a.ts': "import { b } from './fixtures.ts'" },
    { 'server/a.ts': "import { expect } from 'vitest'" },
  ],
}

export const importRules: Rule[] = [
  order,
  roomOrder,
  circles,
  rooms,
  rulesImports,
  sqlImports,
  ownSql,
  routesImports,
  driver,
  connections,
  testOnly,
]
