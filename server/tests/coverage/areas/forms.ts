import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { visitor } from '../../support/desks/forms.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { openPlace } from '../places.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'
import type { Place, World } from '../world.ts'

const { boards, definitions } = operationGroups

let made = 0
const newForm = ({ column }: Place) => ({
  name: `A form ${++made}`,
  title: 'Apply',
  columns: [{ key: column.key }],
})

const at =
  (rest: (world: World, place: OpenedPlace) => Sent | Promise<Sent>) =>
  (operation: AnyOperation): Good =>
  async (world) => {
    const place = openPlace(world, operation)
    const { params, ...sent } = await rest(world, place)
    return { token: world.owner, params: { ...place.params, ...params }, ...sent }
  }
type OpenedPlace = ReturnType<typeof openPlace>

const ofNewForm = (body?: object) =>
  at(async (_, { place, api }) => ({
    params: { formId: (await api('POST', '/forms', newForm(place))).id },
    ...(body ? { body } : {}),
  }))

/** The receipt of something that looks like spam. */
async function block(world: World, { place, api }: OpenedPlace): Promise<string> {
  const form = await api('POST', '/forms', newForm(place))
  const sent = await visitor(world.service, form.url).send(
    [
      [`c.${place.column.key}`, 'Acme'],
      ['second_homepage', 'https://spam.example'],
    ],
    { proven: false },
  )
  if (sent.status !== 303) throw new Error(`the form answered ${sent.html}`)
  const [receipt] = await api('GET', `/receipts?formId=${form.id}`)
  return receipt.id
}

const withBody =
  (change: object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const body = { ...(sent.body as object), ...change }
    return [await send(world.service, operation, { ...sent, body })]
  }

const nameTaken: Case = async (world, operation) => {
  const { place, api } = openPlace(world, operation)
  const { name } = await api('POST', '/forms', newForm(place))
  return withBody({ name: name.toUpperCase() })(world, operation)
}

const acceptedTwice: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  await send(world.service, operation, sent)
  return [await send(world.service, operation, sent)]
}

export const forms: Area = {
  furnish: async (world) => {
    const things: Record<string, string> = {}
    for (const [name, op] of [
      ['board', boards.createForm],
      ['page', definitions.createForm],
    ] as const) {
      const place = openPlace(world, op)
      things[`${name}Form`] = (
        await place.api('POST', '/forms', { ...newForm(place.place), title: world.mark })
      ).id
      things[`${name}Receipt`] = await block(world, place)
    }
    return things
  },
  good: [
    ...[boards, definitions].flatMap((op): [AnyOperation, Good][] => [
      [op.listForms, at(() => ({}))(op.listForms)],
      [op.createForm, at((_, { place }) => ({ body: newForm(place) }))(op.createForm)],
      [op.getForm, ofNewForm()(op.getForm)],
      [op.updateForm, ofNewForm({ intro: 'It takes a minute.' })(op.updateForm)],
      [op.removeForm, ofNewForm()(op.removeForm)],
    ]),
    ...[boards, definitions].map(({ acceptBlocked }): [AnyOperation, Good] => [
      acceptBlocked,
      at(async (world, place) => ({ params: { receiptId: await block(world, place) } }))(
        acceptBlocked,
      ),
    ]),
  ],
  cases: [
    ...[boards, definitions].flatMap((op) =>
      [op.createForm, op.updateForm].flatMap((operation): Area['cases'] => [
        [operation, 'name_taken', nameTaken],
        [operation, 'unknown_column', withBody({ columns: [{ key: 'no_such_column' }] })],
        [operation, 'unknown_reference', withBody({ notify: [NOBODY] })],
      ]),
    ),
    ...[boards, definitions].map(({ acceptBlocked }): Area['cases'][number] => [
      acceptBlocked,
      'nothing_to_accept',
      acceptedTwice,
    ]),
  ],
  subjects: {
    forms: {
      of: (world, place) => [
        (place === world.board ? world.things.boardForm : world.things.pageForm)!,
      ],
      missing: [NOTHING, 'no-id'],
    },
    receipts: {
      of: (world, place) => [
        (place === world.board ? world.things.boardReceipt : world.things.pageReceipt)!,
      ],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: {
    'query.formId': [
      {
        put: (sent, id) => ({ ...sent, query: { formId: String(id) } }),
        foreign: (theirs) => [theirs.things.boardForm!, theirs.things.pageForm!],
        as: { missing: NOTHING, status: 200 },
      },
    ],
    'body.notify[]': [
      {
        put: (sent, id) => ({ ...sent, body: { ...(sent.body as object), notify: [id] } }),
        foreign: (theirs) => [theirs.guest],
        as: { missing: NOBODY, status: 400, code: 'unknown_reference' },
      },
    ],
  },
}
