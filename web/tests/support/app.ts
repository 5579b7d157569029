import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { makeBoard, type NewColumn } from '../../../server/tests/support/desks/fixtures.ts'
import { join, type Person, signUp } from '../../../server/tests/support/desks/people.ts'
import { type ServiceOptions, startService } from '../../../server/tests/support/service/service.ts'
import type { Role } from '../../../shared/roles.ts'
import { openPage, type Window } from './browser.ts'

const webDir = fileURLToPath(new URL('../../dist', import.meta.url))

export type TestedApp = Awaited<ReturnType<typeof startApp>>

/** The app, and the owner of a workspace. */
export async function startApp(options: ServiceOptions = {}) {
  const app = await serveApp(options)
  const owner = await signUp(app)
  return {
    ...app,
    owner,
    join: (role: Role, name?: string) => join(app, owner, role, name),
    board: (columns: NewColumn[], body?: object) => makeBoard(app, owner.token, columns, body),
    open: (path: string, window?: Window) => app.openAs(owner, path, window),
  }
}

/** The service with the built app, before anybody has an account. */
export async function serveApp(options: ServiceOptions = {}) {
  if (!existsSync(webDir)) throw new Error('The app is not built; do `node scripts/prepare.mjs`.')
  let origin = ''
  const service = await startService({ webDir, publicUrl: () => origin, ...options })
  origin = service.origin
  return {
    ...service,
    /** Opens the app for a person who is signed in. What is prepared happens before the page is asked for. */
    async openAs(
      person: Person,
      path: string,
      window?: Window,
      prepare?: (page: Page) => Promise<void>,
    ): Promise<Page> {
      const page = await openPage(origin, window)
      await signIn(page, person)
      await prepare?.(page)
      await page.goto(path)
      return page
    },
    /** Opens the app for somebody who is not signed in. */
    async openAsStranger(path: string, window?: Window): Promise<Page> {
      const page = await openPage(origin, window)
      await page.goto(path)
      return page
    },
  }
}

/** Signs in as the sign-in page does, so the cookie belongs to the context. */
async function signIn(page: Page, { email, password, workspaceId }: Person): Promise<void> {
  const answer = await page.request.post('/v1/auth/signin', {
    data: { email, password, workspaceId },
    headers: { 'x-sourcebook-session': 'cookie' },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
}
