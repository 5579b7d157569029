import {
  workspaceTokenOperations as all,
  ownTokenOperations as own,
} from '../../../../contract/workspaces/tokens.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

/** Makes a token of the owner's. Returns its id. */
async function made({ service, owner, mark }: World): Promise<string> {
  const body = { name: `${mark} token`, scopes: ['records:read'] }
  const answer = await service.api('POST', '/v1/auth/tokens', { token: owner, body })
  if (answer.status !== 201) throw new Error(`the token answered ${answer.text}`)
  return answer.body.data.id
}

const list: Good = ({ owner }) => ({ token: owner })
const another: Good = async (world) => ({ token: world.owner, params: { id: await made(world) } })

const WRONG = 'not the password'

/** Long after everybody signed in. */
const late: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const move = (to: string) => world.service.sql(`UPDATE access_tokens SET confirmed_at = ${to}`)
  await move("now() - interval '1 day'")
  const answers = [await send(world.service, operation, sent)]
  await move('now()')
  return answers
}

const guessed: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = { ...(sent.body as object), password: WRONG }
  const answers = [await send(world.service, operation, { ...sent, body })]
  await world.service.sql("DELETE FROM signin_failures WHERE bucket LIKE '%:session'")
  return answers
}

const guessedTooOften: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = { ...(sent.body as object), password: WRONG }
  await send(world.service, operation, { ...sent, body })
  await world.service.sql(
    "UPDATE signin_failures SET failures = 1000, since = now() WHERE bucket LIKE '%:session'",
  )
  const answers = [await send(world.service, operation, { ...sent, body })]
  await world.service.sql("DELETE FROM signin_failures WHERE bucket LIKE '%:session'")
  return answers
}

export const tokens: Area = {
  furnish: async (world) => ({ token: await made(world) }),
  good: [
    [own.listTokens, list],
    [
      own.createToken,
      ({ owner, page }) => ({
        token: owner,
        body: { name: 'A program', scopes: ['records:read'], definitions: [page.key] },
      }),
    ],
    [own.revokeToken, another],
    [own.rotateToken, async (world) => ({ ...(await another(world)), body: {} })],
    [all.listTokens, list],
    [all.revokeToken, another],
    [all.listTokenNames, list],
  ],
  cases: [
    ...[own.createToken, own.rotateToken].flatMap((operation): Area['cases'] => [
      [operation, 'password_required', late],
      [operation, 'wrong_password', guessed],
      [operation, 'rate_limited', guessedTooOften],
    ]),
    [
      own.createToken,
      'unknown_reference',
      async (world, operation) => {
        const sent = await goodRequest(world, operation)
        const body = { ...(sent.body as object), definitions: ['no-such-page'] }
        return [await send(world.service, operation, { ...sent, body })]
      },
    ],
    [
      own.rotateToken,
      'token_ended',
      async (world, operation) => {
        const sent = await goodRequest(world, operation)
        const { params = {} } = sent
        await send(world.service, own.revokeToken, { token: world.owner, params })
        return [await send(world.service, operation, sent)]
      },
    ],
  ],
  subjects: {
    tokens: { of: ({ things }) => [things.token!], missing: [NOTHING, 'no-id'] },
  },
}
