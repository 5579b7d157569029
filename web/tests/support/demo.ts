import { emailOf } from '../../../server/demo/people.ts'
import { makeDemo } from '../../../server/demo.ts'
import { type Person, personOf } from '../../../server/tests/support/desks/people.ts'
import type { TestService } from '../../../server/tests/support/service/service.ts'
import { serveApp } from './app.ts'

export type TestedDemo = Awaited<ReturnType<typeof startDemo>>

/** The app with the demo workspace, where every area has data. */
export async function startDemo() {
  const app = await serveApp()
  const { workspaces, db, connection, origin } = app
  const greeting = await makeDemo(workspaces, db, origin, connection)
  const [, password] = /Password +(\S+)/.exec(greeting ?? '') ?? []
  if (password === undefined) throw new Error('there is no demo')
  return {
    ...app,
    dana: await signedIn(app, emailOf('dana'), password),
    marcus: await signedIn(app, emailOf('marcus'), password),
    priya: await signedIn(app, emailOf('priya'), password),
  }
}

async function signedIn(
  app: Pick<TestService, 'api'>,
  email: string,
  password: string,
): Promise<Person> {
  const answer = await app.api('POST', '/v1/auth/signin', { body: { email, password } })
  return personOf(app, answer, password)
}
