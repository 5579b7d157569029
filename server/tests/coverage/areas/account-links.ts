import { authOperations as auth } from '../../../../contract/workspaces/auth.ts'
import { secretHash } from '../../../platform/ids.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { freshAddress, goodRequest, invited, send } from '../requests.ts'
import { PASSWORD, type World } from '../world.ts'

let forgotten = 0

/** The token in the link to a new password, for somebody who has just signed up. */
async function resetToken({ service }: World): Promise<string> {
  const nth = ++forgotten
  const { body } = await service.api('POST', '/v1/auth/signup', {
    from: freshAddress(),
    body: {
      email: `forgetful-${nth}@desk.example`,
      password: PASSWORD,
      name: 'Flo',
      workspaceName: 'Forgetful desk',
    },
  })
  const token = `reset-${body.data.account.id}`
  await service.sql("INSERT INTO password_resets VALUES ($1, $2, now() + interval '1 hour')", [
    secretHash(token),
    body.data.account.id,
  ])
  return token
}

const tooOften: Case = async (world, operation) => {
  const from = freshAddress()
  await world.service.sql('INSERT INTO signin_failures VALUES ($1, 1000, now())', [
    `address:${from}`,
  ])
  return [await send(world.service, operation, { ...(await goodRequest(world, operation)), from })]
}

const unknownToken: Case = async (world, operation) => [
  await send(world.service, operation, { body: { token: 'no-such-token', password: PASSWORD } }),
]

export const accountLinks: Area = {
  good: [
    [auth.getSignup, () => ({})],
    [
      auth.requestPasswordReset,
      (world) => ({ from: freshAddress(), body: { email: world.ownerEmail } }),
    ],
    [
      auth.confirmPasswordReset,
      async (world) => ({ body: { token: await resetToken(world), password: PASSWORD } }),
    ],
    [auth.getInvitation, async (world) => ({ params: { token: (await invited(world)).link } })],
  ],
  cases: [
    [auth.requestPasswordReset, 'rate_limited', tooOften],
    [auth.confirmPasswordReset, 'invalid_token', unknownToken],
  ],
}
