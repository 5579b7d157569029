import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, type Person } from '../../server/tests/support/desks/people.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let leaver: Person
beforeAll(async () => {
  app = await startApp()
  leaver = await join(app, app.owner, 'member', 'Lea Leaver')
})
afterAll(() => app.stop())

test('somebody erases their account, and an owner deletes the workspace, each by name and password', async () => {
  const account = await app.openAs(leaver, paths.settings('account'), { refusals: [401] })
  expect(await account.getByRole('group', { name: 'Delete the workspace' }).count()).toBe(0)
  await account.getByRole('button', { name: 'Erase my account…' }).click()
  const asked = account.getByRole('dialog', { name: 'Erase your account?' })
  await asked.getByRole('textbox', { name: 'Your email address' }).fill('somebody@else.example')
  await asked.getByRole('textbox', { name: 'Your password' }).fill('wrong horse')
  const erase = asked.getByRole('button', { name: 'Erase for good' })
  await erase.click()
  await asked.getByText(`Type ${leaver.email}.`).waitFor()
  await asked.getByRole('textbox', { name: 'Your email address' }).fill(leaver.email)
  await erase.click()
  await asked.getByText('The current password is wrong.').waitFor()
  await asked.getByRole('textbox', { name: 'Your password' }).fill(leaver.password)
  await erase.click()
  await account.waitForURL(/signin/)

  const general = await app.open(paths.settings('general'))
  const { name } = (await app.owner.api('GET', '/v1/workspace')).body.data
  await general.getByRole('button', { name: `Delete ${name}…` }).click()
  const sure = general.getByRole('dialog', { name: `Delete ${name}?` })
  await sure.getByRole('textbox', { name: 'The workspace’s name' }).fill(name)
  await sure.getByRole('textbox', { name: 'Your password' }).fill(app.owner.password)
  await sure.getByRole('button', { name: 'Delete for good' }).click()
  await general.waitForURL(/signin/)
  expect((await app.owner.api('GET', '/v1/workspace')).status).toBe(401)
})
