import { channelOperations as op } from '../../../../contract/comms/channels.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

let made = 0
/** A channel for texts that sends nothing. Other areas send through channels that they make themselves. */
const body = (mark: string) => ({
  name: `${mark} new ${++made}`,
  medium: 'text',
  provider: 'local',
  from: '+12025550100',
})

async function create(world: World): Promise<{ id: string; name: string }> {
  const sent = { token: world.owner, body: body(world.mark) }
  const answer = await world.service.api('POST', '/v1/comms/channels', sent)
  if (answer.status !== 201) throw new Error(`the channel answered ${answer.text}`)
  return answer.body.data
}

const on =
  (change?: () => object): Good =>
  ({ owner, things }) => ({
    token: owner,
    params: { id: things.channelId! },
    ...(change && { body: change() }),
  })
const onNew: Good = async (world) => ({
  token: world.owner,
  params: { id: (await create(world)).id },
})
/** The good request with the name of another channel. */
const nameTaken: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const { name } = await create(world)
  const renamed = { ...(sent.body as object), name: name.toUpperCase() }
  return [await send(world.service, operation, { ...sent, body: renamed })]
}

export const channels: Area = {
  furnish: async (world) => ({ channelId: (await create(world)).id }),
  good: [
    [op.list, ({ owner }) => ({ token: owner })],
    [op.create, ({ owner, mark }) => ({ token: owner, body: body(mark) })],
    [op.get, on()],
    [op.update, on(() => ({ from: '+12025550101' }))],
    [op.remove, onNew],
    [op.rotateSecret, on()],
    [op.test, on()],
  ],
  cases: [
    [op.create, 'name_taken', nameTaken],
    [op.update, 'name_taken', nameTaken],
  ],
  subjects: {
    channels: { of: ({ things }) => [things.channelId!], missing: [NOTHING, 'no-id'] },
  },
}
