// The release under the Node that ran npm, which may be the oldest that it claims: every operation answers there as it
// should, and no job fails.
import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyOperation, isKeyAccess } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { faultsOf } from './coverage/answers.ts'
import { goodRequest, send } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import { importerOf } from './support/desks/imports.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startProcess } from './support/processes/child-process.ts'
import { logged } from './support/processes/logged.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { INBOUND_DOMAIN, PUBLIC_URL, SECRET_KEY, startService } from './support/service/service.ts'

/** Set by npm. */
const node = process.env.npm_node_execpath ?? process.execPath
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
const [major, minor] = version.slice(1).split('.').map(Number) as [number, number]
const isNewEnough = major > 20 || (major === 20 && minor >= 19)

test.skipIf(isNewEnough)('an older Node is told which one it has to be', async () => {
  const command = startProcess('bin/sourcebook.mjs', ['start'], {}, { node })
  expect(await command.exited).toMatchObject({ code: 1 })
  expect(command.stderr()).toContain(`needs Node 20.19 or later; this is Node ${version}.`)
})

describe.runIf(isNewEnough)(`under Node ${version}`, () => {
  let world: World
  let released: ServerProcess
  let dataDir: string

  beforeAll(async () => {
    const service = await startService()
    world = await makeWorld(service, 'Desk')
    dataDir = await temporaryDirectory()
    await symlink(service.directory, join(dataDir, 'files'))
    released = await startServerProcess({
      node,
      env: {
        ...service.env,
        DATA_DIR: dataDir,
        SECRET_KEY,
        PUBLIC_URL,
        INBOUND_DOMAIN,
        SIGNUP: 'open',
        TRUST_PROXY: '1',
        RATE_LIMIT_INGEST: '100000',
        RATE_LIMIT_READ: '100000',
        WEB_PROCESSES: '1',
      },
    })
  })
  afterAll(async () => {
    await released.stop()
    await world.service.stop()
    await discard(dataDir)
  })

  // Keys come first: what most programs send. All operations take half a minute, so the suite sends a part.
  const wanted = process.env.SOAK ? operations : firstOfEachKind()
  const inOrder = wanted.toSorted((a, b) => rank(a) - rank(b))
  test.each(inOrder.map((operation) => ({ id: operation.operationId, operation })))(
    '$id',
    async ({ operation }) => {
      const answer = await send(released, operation, await goodRequest(world, operation))
      expect(faultsOf(operation, answer, 'success')).toEqual([])
    },
  )

  test('rows of a file find the records that they name', async () => {
    const { board, owner } = world
    const link = { name: 'Referred by', type: 'link', settings: { definitionKey: world.page.key } }
    const column = await released.api('POST', `/v1/boards/${board.id}/columns`, {
      token: owner,
      body: link,
    })
    expect(column.status, column.text).toBe(201)
    const { run } = importerOf(released.api, owner, { boardId: board.id })
    const file = `${world.mark} Name,Referred by\nAcme,${world.externalId}\n`
    expect(await run({ file })).toMatchObject({ imported: 1, failed: 0 })
  })

  test('nothing failed in the background', () => {
    const failures = logged(released).filter(({ level }) => Number(level) >= ERROR)
    expect(failures).toEqual([])
  })
})

/** Of pino. */
const ERROR = 50

/** Those of keys, and the first of each method and heading of the reference. */
function firstOfEachKind(): AnyOperation[] {
  const seen = new Set<string>()
  return operations.filter(({ access, method, tag }) => {
    const kind = `${method} ${tag}`
    const isFirst = !seen.has(kind)
    seen.add(kind)
    return isFirst || isKeyAccess(access)
  })
}

const rank = ({ access }: AnyOperation): number => (isKeyAccess(access) ? 0 : 1)
