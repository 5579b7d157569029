import { makeDemo } from '../../../demo.ts'
import { startService, type TestService } from '../service/service.ts'

/** A service with the demo, at work, and all that a reader of the docs has to begin with: what the demo printed. */
export async function startDemo() {
  const service: TestService = await startService({
    publicUrl: () => service.origin,
    // The pages name servers of other people.
    outbound: { resolve: () => Promise.reject(new Error('the tests resolve no names')) },
  })
  const { workspaces, db, origin, connection } = service
  const greeting = (await makeDemo(workspaces, db, origin, connection))!
  service.work()
  const given = {
    URL: origin,
    PASSWORD: /Password +(\S+)/.exec(greeting)![1]!,
    KEY: /sbk_\w+/.exec(greeting)![0],
  }
  return { service, greeting, given }
}
