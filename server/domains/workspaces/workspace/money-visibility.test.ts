import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join as pathOf } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '../../../platform/database/migrate.ts'
import { join, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { discard, temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { createTestDatabase } from '../../../tests/support/postgres/database.ts'
import { asOwner } from '../../../tests/support/postgres/postgres.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { createWorkspace } from '../operators.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const patch = (body: unknown, by: Person = owner) => by.api('PATCH', '/v1/workspace', { body })
const read = async () => (await owner.api('GET', '/v1/workspace')).body.data

test('in a new workspace people see their own splits, however it was made', async () => {
  expect(await read()).toMatchObject({ moneyVisibleTo: 'own', moneyVisibilityUndecided: false })
  const { id } = await createWorkspace(app.workspaces, { name: 'By the operator' })
  const [made] = await app.sql('SELECT money_visible_to FROM workspaces WHERE id = $1', [id])
  expect(made).toEqual({ money_visible_to: 'own' })
})

test('admins and owners choose who sees money, and nobody else', async () => {
  const admin = await join(app, owner, 'admin')
  const manager = await join(app, owner, 'manager')
  for (const moneyVisibleTo of ['managers', 'everyone', 'own']) {
    expect((await patch({ moneyVisibleTo }, admin)).body.data).toMatchObject({ moneyVisibleTo })
    expect(await read()).toMatchObject({ moneyVisibleTo, moneyVisibilityUndecided: false })
  }
  expect((await patch({ moneyVisibleTo: 'everyone' }, manager)).status).toBe(403)
  for (const moneyVisibleTo of ['owners', '', null, 1]) {
    const refused = await patch({ moneyVisibleTo })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body.moneyVisibleTo'])
  }
  expect((await patch({ moneyVisibilityUndecided: true })).status).toBe(400)
  expect(await read()).toMatchObject({ moneyVisibleTo: 'own' })
})

describe('a workspace that is older than the setting', () => {
  const undecided = { moneyVisibleTo: 'everyone', moneyVisibilityUndecided: true }

  test('shows everybody all money, until somebody chooses; that may be the same', async () => {
    await app.sql('UPDATE workspaces SET money_visible_to = NULL WHERE id = $1', [
      owner.workspaceId,
    ])
    expect(await read()).toMatchObject(undecided)
    expect((await patch({ name: 'Kontor' })).body.data).toMatchObject(undecided)
    expect((await patch({ moneyVisibleTo: 'everyone' })).body.data).toMatchObject({
      moneyVisibleTo: 'everyone',
      moneyVisibilityUndecided: false,
    })
  })

  test('is left undecided by the migration, which makes new ones `own`', async () => {
    const folder = await temporaryDirectory()
    const database = await createTestDatabase('empty')
    try {
      const before = pathToFileURL(`${pathOf(folder, 'before')}/`)
      await mkdir(before)
      for (const name of await readdir(MIGRATIONS)) {
        if (/^0/.test(name) && name < '0014') {
          await copyFile(new URL(name, MIGRATIONS), new URL(name, before))
        }
      }
      await migrate(database.connection, before)
      await asOwner(database.connection, async (sql) => {
        const add = (slug: string) =>
          sql(
            `INSERT INTO workspaces (id, slug, name, plan) VALUES (gen_random_uuid(), $1, $1, 'free')`,
            [slug],
          )
        await add('old')
        await migrate(database.connection)
        await add('new')
        expect(
          await sql('SELECT slug, money_visible_to FROM workspaces ORDER BY slug DESC'),
        ).toEqual([
          { slug: 'old', money_visible_to: null },
          { slug: 'new', money_visible_to: 'own' },
        ])
      })
    } finally {
      await database.drop()
      await discard(folder)
    }
  })
})
