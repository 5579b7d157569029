import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a person makes a token, a program works with it, and the desk sees who it was', async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const send = async (secret: string | null, method = 'GET', body?: object) => {
    const answer = await fetch(`${app.origin}/v1/definitions/${key}/rows`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data?: { id: string } }
    return { status: answer.status, id: data?.id ?? '' }
  }
  const page = await app.open(paths.settings('account'), { refusals: [400, 401, 403] })
  const tokens = page.getByRole('group', { name: 'Access tokens' })
  await tokens.getByRole('button', { name: 'New token' }).click()
  const making = page.getByRole('dialog', { name: 'New access token' })
  await expectAccessible(page)
  await making.getByLabel('Name').fill('Reporting')
  await making.getByLabel('Write records').check()
  const addresses = making.getByLabel('Network addresses that may use it')
  await addresses.fill('office')
  await addresses.press('Enter')
  await making.getByRole('button', { name: 'Create token' }).click()
  // What is wrong is said at the field, and nothing is lost.
  await making.getByText('is not a network address').waitFor()
  await addresses.press('Backspace')
  await addresses.fill('127.0.0.0/8')
  await addresses.press('Enter')
  // Long after the sign-in, the password is asked for, and nothing that was typed is lost.
  await app.sql("UPDATE access_tokens SET confirmed_at = now() - interval '1 day'")
  await making.getByRole('button', { name: 'Create token' }).click()
  const password = making.getByRole('textbox', { name: 'Your password' })
  await password.fill('not the password')
  await making.getByRole('button', { name: 'Create token' }).click()
  await making.getByText('The current password is wrong.').waitFor()
  await password.fill(app.owner.password)
  await making.getByRole('button', { name: 'Create token' }).click()
  const shown = tokens.getByText(/^sbt_\w{36}$/)
  const first = await shown.textContent()
  await tokens.getByText('Read records, write records').waitFor()
  await tokens.getByText('Works from 127.0.0.0/8.').waitFor()
  await expectAccessible(page)

  const made = await send(first, 'POST', { cells: { name: 'Ann' } })
  expect(made.status).toBe(201)
  const record = await app.open(paths.record(key, made.id))
  await record.getByText('by Reporting for').first().waitFor({ state: 'attached' })
  await record.close()

  await tokens.getByRole('button', { name: 'Create a new secret for Reporting' }).click()
  const asking = page.getByRole('dialog', { name: 'Create a new secret?' })
  await asking.getByLabel('At once').check()
  await asking.getByRole('button', { name: 'Create new secret' }).click()
  await expect.poll(() => shown.textContent()).not.toBe(first)
  const second = await shown.textContent()
  expect([(await send(first)).status, (await send(second)).status]).toEqual([401, 200])

  const all = await app.open(paths.settings('access'))
  await all.getByText(/^Reporting for /).waitFor()
  await all.getByRole('button', { name: /^Revoke Reporting for / }).click()
  const leaving = all.getByRole('dialog', { name: 'Revoke this token?' })
  await leaving.getByRole('button', { name: 'Revoke token' }).click()
  await all.getByText(/^Revoked/).waitFor()
  expect((await send(second)).status).toBe(401)
  // The person's own page follows.
  await tokens.getByText(/^Revoked/).waitFor()
})
