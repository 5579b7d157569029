import type { AnyOperation } from '../../../contract/language/operation.ts'
import { placeOf } from '../coverage/subjects.ts'
import { makeWorld, type Place, type World } from '../coverage/world.ts'
import { visitor } from '../support/desks/forms.ts'
import type { TestService } from '../support/service/service.ts'
import type { Asker } from './askers.ts'
import { canariesOf, canaryCells, MARK, ROWS, signsOf, type Variant } from './canaries.ts'

/** A workspace whose board and page have hidden columns full of canaries, put there by every way in. */
export interface LeakWorld extends World {
  variant: Variant
  hides: boolean
  /** What no answer may hold: the canaries' signs, and the ids of their columns and options. */
  signs: string[]
  /** The hidden columns of a place, by their key. */
  hidden: Map<Place, { id: string; key: string; name: string }[]>
  linked: Linked
  /** The file in the hidden cells of a place. */
  files: Map<Place, string>
  /** Makes a row with canaries in it as the owner, and returns its id. */
  newRow(place: Place, nth?: number): Promise<string>
}

/** What an answer of that operation may not contain. Those about the whole workspace rightly report the linked rows. */
export const signsFor = (leak: LeakWorld, { path }: AnyOperation): string[] =>
  ['/v1/events', '/v1/newest-rows'].some((whole) => path.startsWith(whole))
    ? leak.signs
    : [...leak.signs, leak.linked.secretRowId]

/** The board or the page that an operation is about. */
export const placeFor = (leak: LeakWorld, operation: AnyOperation): Place =>
  operation.access.startsWith('key:board') ? leak.board : placeOf(leak, operation)

/** What cells link to: a board, a row that a visible column links to, and one that only a hidden column links to. */
interface Linked {
  id: string
  key: string
  rowId: string
  secretRowId: string
}

export const basePath = (world: World, place: Place): string =>
  place === world.board ? `/v1/boards/${place.id}` : `/v1/definitions/${place.key}`

/**
 * @param hide whether policies hide the columns. If they do not, the same requests must reveal them.
 */
export async function makeLeakWorld(
  service: TestService,
  { variant, hide }: { variant: Variant; hide: boolean },
): Promise<LeakWorld> {
  const world = await makeWorld(service, 'Desk')
  const leak: LeakWorld = {
    ...world,
    variant,
    hides: hide,
    signs: signsOf(variant),
    hidden: new Map(),
    files: new Map(),
    linked: { id: '', key: '', rowId: '', secretRowId: '' },
    newRow: async (place, nth = 0) =>
      (
        await call(leak, 'POST', `${basePath(leak, place)}/rows`, {
          cells: cells(leak, place, nth),
        })
      ).data.id,
  }
  leak.linked = await makeLinked(leak)
  for (const place of [leak.board, leak.page]) {
    await call(leak, 'POST', `${basePath(leak, place)}/columns`, {
      name: 'Tied to',
      key: 'tied',
      type: 'link',
      settings: { definitionKey: leak.linked.key },
    })
    await call(leak, 'POST', `${basePath(leak, place)}/columns`, { name: 'Letters', type: 'file' })
    leak.things.paper = await upload(leak, 'paper')
    const letters = { cells: { letters: [leak.things.paper] } }
    await call(leak, 'PATCH', `${basePath(leak, place)}/rows/${place.rowId}`, letters)
    leak.files.set(place, await upload(leak))
    leak.signs.push(leak.files.get(place)!)
    await addColumns(leak, place)
    await addRows(leak, place)
    await writeWithKey(leak, place)
    await saveView(leak, place)
    await makeForm(leak, place)
    await makeAddress(leak, place)
    await makeHook(leak, place)
    await importFile(leak, place)
    if (hide) await hideColumns(leak, place)
    await trash(leak, place)
  }
  return leak
}

/** Makes a row whose title is in a hidden column: what links to it may not reveal the title. */
async function makeLinked(leak: LeakWorld): Promise<Linked> {
  const columns = [
    { name: `${MARK} title`, type: 'text' },
    { name: 'Label', type: 'text' },
  ]
  const board = (await call(leak, 'POST', '/v1/boards', { name: 'Tied', columns })).data
  const cells = { [`${MARK}_title`]: `${MARK}title${leak.variant}`, label: 'Plain' }
  const row = async () =>
    (await call(leak, 'POST', `/v1/boards/${board.id}/rows`, { cells })).data.id
  const body = { visibleTo: { mode: 'nobody' } }
  if (leak.hides) {
    await call(leak, 'PUT', `/v1/definitions/${board.key}/column-policies/${MARK}_title`, body)
  }
  const linked = { id: board.id, key: board.key, rowId: await row(), secretRowId: await row() }
  return linked
}

/** A file whose name and bytes are canaries, unless another name is given. */
async function upload(leak: LeakWorld, name = `${MARK}file${leak.variant}`): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([`bytes of ${name}`], { type: 'text/plain' }), `${name}.txt`)
  return (await call(leak, 'POST', '/v1/files', form)).data.id
}

/** A row's cells. The visible one is the same everywhere, so that only hidden ones could order or group the rows. */
const cells = (leak: LeakWorld, place: Place, nth: number) => ({
  [place.column.key]: 'Same',
  tied: [leak.linked.rowId],
  ...canaryCells(leak.variant, nth),
  [`${MARK}_person`]:
    leak.desk.seats[(nth % 2 === 0) === (leak.variant === 'a') ? 'owner' : 'member'],
  [`${MARK}_link`]: [leak.linked.secretRowId],
  [`${MARK}_file`]: [leak.files.get(place)],
})

async function addColumns(leak: LeakWorld, place: Place): Promise<void> {
  const hidden = []
  for (const { name, key, type, description, settings } of canariesOf(leak.variant)) {
    const given = type === 'link' ? { definitionKey: leak.linked.key } : settings
    const body = { name, key, type, description, ...(given ? { settings: given } : {}) }
    const { data } = await call(leak, 'POST', `${basePath(leak, place)}/columns`, body)
    hidden.push({ id: data.id, key, name })
    leak.signs.push(data.id)
    for (const option of data.settings.options ?? []) leak.signs.push(option.id)
  }
  leak.hidden.set(place, hidden)
}

async function addRows(leak: LeakWorld, place: Place): Promise<void> {
  for (let nth = 0; nth < ROWS; nth++) await leak.newRow(place, nth)
  const path = `${basePath(leak, place)}/rows/${place.rowId}`
  for (const nth of [1, 2]) await call(leak, 'PATCH', path, { cells: cells(leak, place, nth) })
}

/** Writes with a key before the columns are hidden: cells that are stored as sent, converted, and refused. */
async function writeWithKey(leak: LeakWorld, place: Place): Promise<void> {
  const path = place === leak.board ? '/v1/ingest/rows' : '/v1/ingest/records'
  const write = (sent: object) =>
    leak.service.api('POST', path, { token: place.secret, body: { cells: sent } })
  // Keys upload no files.
  const { [`${MARK}_file`]: _, ...written } = cells(leak, place, 0)
  const made = await write(written)
  if (place === leak.page) {
    await leak.service.api('POST', path, {
      token: place.secret,
      body: { cells: written, external_id: 'before' },
    })
  }
  if (made.status !== 201) throw new Error(`the key was answered ${made.text}`)
  await write({
    ...written,
    [`${MARK}_text`]: `  ${MARK}padded `,
    [`${MARK}_number`]: '982,451,653',
  })
  const refused = await write({
    ...written,
    [`${MARK}_number`]: `${MARK} no number`,
    [`${MARK}_select`]: `${MARK} none`,
  })
  if (refused.status !== 400) throw new Error(`the key was answered ${refused.text}`)
}

/** Imports a file. One line is refused because of its value for a column that is hidden afterwards. */
async function importFile(leak: LeakWorld, place: Place): Promise<void> {
  const form = new FormData()
  if (place === leak.board) form.append('boardId', place.id)
  else form.append('definitionKey', place.key)
  const mapping = { First: place.column.key, Second: `${MARK}_number`, Third: `${MARK}_text` }
  form.append('mapping', JSON.stringify(mapping))
  const lines = ['First,Second,Third', `Same,7,${MARK}filed`, `Same,${MARK}wrong,${MARK}lost`]
  form.append('file', new Blob([`${lines.join('\n')}\n`]), 'list.csv')
  const path = place === leak.board ? '/v1/boards/import' : '/v1/definitions/import'
  const { id } = (await call(leak, 'POST', path, form)).data
  leak.things[`run of ${place.key}`] = id
  await until(async () => {
    const run = await call(leak, 'GET', `${basePath(leak, place)}/imports/${id}`)
    return run.data.finishedAt !== null
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let left = 400; left > 0; left--) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the import does not end')
}

/** A hook that fills a hidden column, with a sample. */
async function makeHook(leak: LeakWorld, place: Place): Promise<void> {
  const path = `${basePath(leak, place)}/hooks`
  const { data } = await call(leak, 'POST', path, {
    name: 'Tally',
    fields: [{ path: 'answer', column: `${MARK}_text` }],
  })
  const sent = { answer: `${MARK}text${leak.variant}0`, [`${MARK}_url`]: 'https://www.example.com' }
  const taken = await leak.service.api('POST', new URL(data.url).pathname, { body: sent })
  if (taken.status !== 201) throw new Error(`the hook answered ${taken.text}`)
  const samples = await call(leak, 'GET', `${path}/${data.id}/samples`)
  leak.things[`hook of ${place.key}`] = data.id
  leak.things[`sample of ${place.key}`] = samples.data[0].id
}

/** Saves a view for everybody that filters and sorts by hidden columns: in each world it would show another row. */
/** An address whose emails fill a hidden column. */
async function makeAddress(leak: LeakWorld, place: Place): Promise<void> {
  const { data } = await call(leak, 'POST', `${basePath(leak, place)}/addresses`, {
    columns: { subject: `${MARK}_text` },
  })
  leak.things[`address of ${place.key}`] = data.id
}

async function saveView(leak: LeakWorld, place: Place): Promise<void> {
  const [first, , number] = canariesOf(leak.variant)
  const body = {
    name: 'By what is hidden',
    filter: { column: first!.key, op: 'eq', value: first!.value!(1) },
    sort: [`-${number!.key}`],
    fields: [place.column.key, number!.key],
  }
  const path = `${basePath(leak, place)}/views`
  leak.things[`view of ${place.key}`] = (await call(leak, 'POST', path, body)).data.id
  for (const by of ['member', 'manager'] as const) {
    const own = await call(leak, 'POST', path, { ...body, name: `By what the ${by} hid` }, by)
    leak.things[`view of ${place.key} by ${by}`] = own.data.id
  }
}

/** Makes a form that asks for hidden columns too, through which something came that looks like spam. */
async function makeForm(leak: LeakWorld, place: Place): Promise<void> {
  const canaries = canariesOf(leak.variant).filter(({ type }) => ['text', 'email'].includes(type))
  const { data } = await call(leak, 'POST', `${basePath(leak, place)}/forms`, {
    name: 'Of the hidden',
    title: 'Apply',
    columns: [
      { key: place.column.key },
      ...canaries.map(({ key, name }) => ({ key, label: name })),
    ],
  })
  leak.things[`form of ${place.key}`] = data.id
  const { status } = await visitor(leak.service, data.url).send(
    [
      [`c.${place.column.key}`, 'Same'],
      ...canaries.map(({ key, value }): [string, string] => [`c.${key}`, String(value!(3))]),
      ['second_homepage', 'spam'],
    ],
    { proven: false },
  )
  if (status !== 303) throw new Error(`the form answered ${status}`)
}

/** Puts a column and a row into the trash, where they must be as hidden. */
async function trash(leak: LeakWorld, place: Place): Promise<void> {
  const columns = `${basePath(leak, place)}/columns`
  const { id, key } = (await call(leak, 'POST', columns, { name: `${MARK} old`, type: 'text' }))
    .data
  if (leak.hides) {
    const path = `/v1/definitions/${place.key}/column-policies/${key}`
    await call(leak, 'PUT', path, { visibleTo: { mode: 'nobody' } })
  }
  await call(leak, 'DELETE', `${columns}/${id}`)
  leak.things[`trashed of ${place.key}`] = await leak.newRow(place, 4)
  const row = `${basePath(leak, place)}/rows/${leak.things[`trashed of ${place.key}`]}`
  await call(leak, 'DELETE', row)
}

/** Hides each column in another way. All of them keep viewers, members, managers and keys out. */
async function hideColumns(leak: LeakWorld, place: Place): Promise<void> {
  const session = (await call(leak, 'GET', '/v1/auth/session')).data
  const team = (await call(leak, 'POST', '/v1/workspace/teams', { name: `Nobody ${place.key}` }))
    .data
  const ways = [
    { mode: 'nobody' },
    { mode: 'roles', roles: ['owner'] },
    { mode: 'roles', accountIds: [session.account.id] },
    { mode: 'roles', teamIds: [team.id] },
  ]
  const byItsInputs = canariesOf(leak.variant).filter((canary) => canary.byItsInputs)
  for (const [at, { key }] of leak.hidden.get(place)!.entries()) {
    if (byItsInputs.some((canary) => canary.key === key)) continue
    await call(leak, 'PUT', `/v1/definitions/${place.key}/column-policies/${key}`, {
      visibleTo: ways[at % ways.length],
    })
  }
}

/** Calls the API as the owner or as another asker. Anything but a success is a mistake in the set-up. */
export async function call(
  world: World,
  method: string,
  path: string,
  body?: object,
  by: Asker | 'owner' = 'owner',
) {
  const tokens: Partial<Record<string, string>> = world.desk.tokens
  const token = by === 'viewer' ? world.owner : (tokens[by] ?? world.owner)
  const answer = await world.service.api(method, path, { token, body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body
}
