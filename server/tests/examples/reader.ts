import { boardOperations } from '../../../contract/records/definitions.ts'
import { makeWorld, type Place, type World } from '../coverage/world.ts'
import type { Answer } from '../support/clients/client.ts'
import type { NewColumn } from '../support/desks/fixtures.ts'
import type { TestService } from '../support/service/service.ts'

/** A workspace like that of a reader who sends the examples: they have the columns that the examples name. */
export async function makeReader(service: TestService): Promise<World> {
  const world = await makeWorld(service, 'Reader')
  const { columns } = boardOperations.create.example as { columns: NewColumn[] }
  const others: NewColumn[] = [
    { name: 'Contact', type: 'text' },
    { name: 'Email', type: 'email' },
    { name: 'Notes', type: 'long_text' },
  ]
  for (const place of [world.board, world.page]) {
    for (const column of [...columns, ...others]) {
      // Their rows have no values in it yet.
      await ask(world, 'POST', `${baseOf(world, place)}/columns`, { ...column, required: false })
    }
  }
  return world
}

/** The address of a board or page. */
export const baseOf = (world: World, { id, key }: Place): string =>
  world.board.id === id ? `/v1/boards/${id}` : `/v1/definitions/${key}`

/** What the owner gets for something that must succeed. */
export async function ask(
  { service, owner }: World,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: as the tests read answers
): Promise<any> {
  const answer: Answer = await service.api(method, path, { token: owner, body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body?.data ?? answer.body
}
