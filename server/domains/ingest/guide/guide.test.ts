import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnTypes, isComputed } from '../../../../shared/column-types.ts'
import {
  makeBoard,
  makeOwner,
  makePage,
  type NewColumn,
} from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
let workspaceId: string
beforeAll(async () => {
  service = await startService({ publicUrl: () => service.origin, rateLimitIngest: 1234 })
  ;({ owner, workspaceId } = await makeOwner(service))
})
afterAll(() => service.stop())

const options = [{ label: 'New' }, { label: 'It’s "hot" | $HOME `x` \\n' }]
const settings: Partial<Record<string, object>> = {
  number: { min: 10, max: 20, precision: 1 },
  select: { options },
  multi_select: { options, allowNewOptions: true },
  link: { definitionKey: 'leads' },
}
const columnOf = (type: string, more: object = {}): NewColumn => ({
  name: `Its ${type}`,
  key: type,
  type,
  ...more,
  ...(settings[type] ? { settings: settings[type] } : {}),
})
const writableTypes = columnTypes.filter((type) => !isComputed(type))
const every: NewColumn[] = [...writableTypes.map((type) => columnOf(type)), columnOf('auto_number')]

interface Guide {
  version: string
  endpoint: string
  canWrite: boolean
  columns: {
    column: string
    writable: boolean
    example: unknown
    accepts: string
    converts: string
  }[]
  samples: { title: string; body: object; curl: string; javascript: string; python: string }[]
  limits: { limit: string; value: string }[]
  errors: { status: number; code: string }[]
}

async function boardOf(columns: NewColumn[]) {
  const board = await makeBoard(service, owner, columns)
  const form = integration(service, board.secret)
  const guide = async (): Promise<Guide> => (await form.read()).body.data.writeGuide
  return { ...board, ...form, guide }
}

test('the guide says for every column what it accepts and converts, with an example', async () => {
  const { guide, write, key } = await boardOf(every)
  await restrict(service, workspaceId, key, 'url', { editableBy: 'roles' })
  await restrict(service, workspaceId, key, 'phone', { visibleTo: 'roles' })
  const { columns, canWrite, endpoint, limits, errors } = await guide()
  expect(columns.map(({ column }) => column)).toEqual(
    every.map((column) => column.key).filter((column) => column !== 'phone'),
  )
  for (const { column, writable, accepts, converts, example } of columns) {
    const ignored = {
      auto_number: 'filled by the service',
      url: 'this column cannot be written here',
    }
    if (column in ignored) {
      expect([writable, converts, example]).toEqual([false, '', null])
      expect(accepts).toContain(ignored[column as keyof typeof ignored])
      continue
    }
    expect(writable).toBe(true)
    expect(accepts.length * converts.length).toBeGreaterThan(0)
    // The guide reveals no names of people and no ids of rows, and knows no uploads.
    if (['person', 'link', 'file'].includes(column)) continue
    const { status, body } = await write(
      { cells: { [column]: example } },
      { query: '?dryRun=true' },
    )
    expect([status, body.coerced, body.data?.cells[column]]).toEqual([200, [], example])
  }
  expect([canWrite, endpoint]).toEqual([true, `${service.origin}/v1/ingest/rows`])
  expect(limits).toContainEqual({
    limit: 'Write requests',
    value: '1234 in any 60 seconds, per key',
  })
  expect(limits).toContainEqual({ limit: 'Rows in a request', value: '1 to 500, all or nothing' })
  expect(errors.map(({ status }) => status)).toEqual(
    expect.arrayContaining([400, 401, 403, 409, 413, 415, 422, 429, 503]),
  )
})

describe('the version', () => {
  test('stays while nothing changes, and is the same for every reader with the same rights', async () => {
    const { id, guide, write } = await boardOf(every)
    const { version } = await guide()
    await write({ cells: {} })
    expect((await guide()).version).toBe(version)
    const second = await service.api('POST', `/v1/boards/${id}/keys`, {
      token: owner,
      body: { name: 'Second', scopes: ['rows:write', 'read'] },
    })
    const { body } = await integration(service, second.body.data.secret).read()
    expect(body.data.writeGuide.version).toBe(version)
  })

  test.each([
    ['a column is added', 'POST', 'columns', { name: 'More', type: 'text' }],
    ['one is renamed', 'PATCH', 'columns/text', { name: 'Renamed' }],
    ['one becomes required', 'PATCH', 'columns/text', { required: true }],
    ['one becomes unique', 'PATCH', 'columns/text', { unique: true }],
    ['its options change', 'PATCH', 'columns/select', { settings: { options: [{ label: 'Z' }] } }],
    ['one is deleted', 'DELETE', 'columns/text', undefined],
    ['the board moves to another country', 'PATCH', '', { settings: { region: 'DE' } }],
  ])('changes when %s', async (_, method, path, body) => {
    const { id, guide } = await boardOf(every)
    const { version } = await guide()
    const url = `/v1/boards/${id}${path && `/${path}`}`
    expect((await service.api(method, url, { token: owner, body })).status).toBeLessThan(300)
    expect((await guide()).version).not.toBe(version)
  })

  test('changes with the policy for writing, and with the key’s scopes', async () => {
    const { id, key, keyId, guide } = await boardOf(every)
    const { version } = await guide()
    await restrict(service, workspaceId, key, 'text', { editableBy: 'roles' })
    const locked = (await guide()).version
    expect(locked).not.toBe(version)
    const other = await service.api('POST', `/v1/boards/${id}/keys`, {
      token: owner,
      body: { name: 'Reads', scopes: ['read'] },
    })
    const reader = integration(service, other.body.data.secret)
    const { writeGuide } = (await reader.read()).body.data
    expect([writeGuide.canWrite, writeGuide.version !== locked]).toEqual([false, true])
    expect((await reader.read('?format=markdown')).text).toContain('**This key cannot write**')
    // An admin sees it as the key does, even if the key cannot read its own.
    const seen = await service.api('GET', `/v1/boards/${id}/keys/${keyId}/guide`, { token: owner })
    expect(seen.body.data).toEqual(await guide())
  })
})

describe('the guide as Markdown', () => {
  test('says the same', async () => {
    const { read, guide } = await boardOf([
      ...every,
      { name: 'A | B \\ C\nD', key: 'odd', type: 'text' },
    ])
    const { status, headers, text } = await read('?format=markdown')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    const { version, samples, columns, errors } = await guide()
    expect(text).toContain(`Guide version \`${version}\``)
    for (const { curl, javascript, python } of samples) {
      for (const code of [curl, javascript, python]) expect(text).toContain(`\n${code}\n\`\`\``)
    }
    for (const { code } of errors) expect(text).toContain(`| \`${code}\` |`)
    const rows = text.split('\n').filter((line) => /^\| `[a-z_]+` \| /.test(line))
    expect(rows).toHaveLength(columns.length)
    for (const row of rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(7)
    expect(text).toContain('| A \\| B \\\\ C D |')
  })
})

/** Runs a sample as it is printed. @returns how it ended and what it printed. */
function run(command: string, args: string[], secret: string) {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, SOURCEBOOK_KEY: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  return new Promise<[number | null, string]>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve([code, out]))
  })
}

describe('the samples, pasted as they are printed', () => {
  test.each([
    ['curl', 'curl', 'sh', ['-c']],
    ['javascript', process.execPath, process.execPath, ['--input-type=module', '-e']],
    ['python', 'python3', 'python3', ['-c']],
  ] as const)('in %s write rows', async (language, needs, command, args) => {
    if (spawnSync(needs, ['--version']).error) return console.log(`SKIPPED: no ${needs} here`)
    for (const family of ['board', 'page'] as const) {
      const make = family === 'board' ? makeBoard : makePage
      const { secret } = await make(service, owner, every)
      const { read } = integration(service, secret, family)
      const { samples, columns } = (await read()).body.data.writeGuide as Guide
      expect(samples.map(({ title }) => title)).toEqual([
        'One row',
        'A batch, all or nothing',
        'One row with a file, as a form',
      ])
      for (const sample of samples) {
        const ended = await run(command, [...args, sample[language]], secret)
        expect(ended, sample[language]).toEqual([0, expect.stringContaining('filled')])
      }
      const { rows } = (await read()).body.data
      expect(rows).toHaveLength(4)
      expect(rows[3].cells.file).toMatchObject([{ name: 'statement.txt', size: 23 }])
      const shown = columns.filter(({ writable, example }) => writable && example !== '')
      for (const row of rows) {
        for (const { column } of shown) expect(row.cells).toHaveProperty(column)
      }
    }
  })

  test.each(writableTypes.filter((type) => type !== 'person'))(
    'work where a %s column is unique',
    async (type) => {
      const { guide, write, read } = await boardOf([columnOf(type, { unique: true })])
      for (const { title, body } of (await guide()).samples) {
        if (title.endsWith('as a form')) continue // run above, as it is printed
        const { status, text } = await write(body)
        expect([status, JSON.parse(text).error?.message]).toEqual([201, undefined])
        expect(text).toContain('"coerced":[],"ignored":[]')
      }
      expect((await read()).body.data.rows).toHaveLength(3)
    },
  )
})
