import type { Role } from '../../../../shared/roles.ts'
import type { Answer, ApiOptions, TestApp } from '../service/app.ts'

/** Anything that answers requests: an app in this process, or another process. */
type Api = Pick<TestApp, 'api'>

/** Somebody signed in, with their requests. */
export interface Person {
  token: string
  email: string
  password: string
  accountId: string
  crmUserId: number
  workspaceId: string
  api: (method: string, path: string, options?: Omit<ApiOptions, 'token'>) => Promise<Answer>
}

const PASSWORD = 'correct horse'
let made = 0

/** The owner of a new workspace. */
export async function signUp(app: Api, name = 'Olga Owner'): Promise<Person> {
  const email = `owner${++made}@example.com`
  const answer = await app.api('POST', '/v1/auth/signup', {
    body: { email, password: PASSWORD, name, workspaceName: `Desk ${made}` },
  })
  return personOf(app, answer, PASSWORD)
}

/** Another person in the workspace of `by`, through an invitation. */
export async function join(app: Api, by: Person, role: Role, name?: string): Promise<Person> {
  const email = `${role}${++made}@example.com`
  const invited = await by.api('POST', '/v1/workspace/seats', { body: { email, role } })
  const answer = await app.api('POST', acceptPath(invited), {
    body: { name: name ?? `${role} ${made}`, password: PASSWORD },
  })
  return personOf(app, answer, PASSWORD)
}

/** The route that accepts the invitation in this answer. */
export const acceptPath = (invited: Answer): string =>
  `/v1/auth/invitations/${invited.body.data.inviteUrl.split('/').at(-1)}/accept`

export function personOf(app: Api, answer: Answer, password: string): Person {
  if (answer.status !== 201) throw new Error(`nobody signed in: ${answer.status} ${answer.text}`)
  const { accessToken: token, account, workspace, seat } = answer.body.data
  return {
    token,
    password,
    email: account.email,
    accountId: account.id,
    crmUserId: seat.crmUserId,
    workspaceId: workspace.id,
    api: (method, path, options) => app.api(method, path, { ...options, token }),
  }
}
