import { conversationOperations as conversations } from '../../../../contract/comms/conversations.ts'
import { templateOperations as templates } from '../../../../contract/comms/templates.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import type { Place } from '../../coverage/world.ts'
import { basePath, call, type LeakWorld } from '../world.ts'
import { type Ask, type Asking, each, withBody, withParams, withQuery } from './ask.ts'

/** A template's text that merges everything hidden in a record. */
const telling = (leak: LeakWorld, place: Place): string =>
  leak.hidden
    .get(place)!
    .map(({ key }) => `{{${key}|none}}`)
    .join(' ')

/** The owner's template that merges every hidden column; each world has one. */
async function tellingTemplate(leak: LeakWorld, place: Place): Promise<string> {
  const name = 'template of what is hidden'
  leak.things[name] ??= (
    await call(leak, 'POST', '/v1/comms/templates', {
      name: 'All of it',
      medium: 'email',
      definition_key: place.key,
      content: telling(leak, place),
    })
  ).data.id
  return leak.things[name]!
}

/** The owner's template that merges every hidden column without a fallback. */
async function emptyTemplate(leak: LeakWorld, place: Place): Promise<string> {
  const name = 'template of what is empty'
  leak.things[name] ??= (
    await call(leak, 'POST', '/v1/comms/templates', {
      name: 'None of it',
      medium: 'email',
      definition_key: place.key,
      content: leak.hidden
        .get(place)!
        .map(({ key }) => `{{${key}}}`)
        .join(' '),
    })
  ).data.id
  return leak.things[name]!
}

/** A row with nothing in the hidden columns. */
async function emptyRow(leak: LeakWorld, place: Place): Promise<string> {
  const name = 'row of what is empty'
  leak.things[name] ??= (
    await call(leak, 'POST', `${basePath(leak, place)}/rows`, {
      cells: { [place.column.key]: 'Same' },
    })
  ).data.id
  return leak.things[name]!
}

const onTelling =
  (make: (leak: LeakWorld, place: Place, id: string) => object | undefined): Ask =>
  (leak, place, good) => [
    good,
    (async () => {
      const id = await tellingTemplate(leak, place)
      const body = make(leak, place, id)
      return body ? withBody(good, body) : withParams(good, { id })
    })(),
  ]
let made = 0
/** Only somebody who sees the columns can write a template that merges them. */
const writing: Asking = {
  ask: (leak, place, good) => [
    good,
    ...(leak.hides
      ? []
      : [withBody(good, { name: `Another ${++made}`, content: telling(leak, place) })]),
  ],
  naming: (_leak, _place, column, good) => [
    withBody(good, { content: `{{${column}}}` }),
    withBody(good, { content: `{{${column}|none}}`, subject: `{{${column}}}` }),
    withBody(good, { content_html: `<p>{{${column}}}</p>` }),
  ],
}

export const commsAskings: [AnyOperation, Asking][] = [
  ...each([templates.list], {
    ask: (leak, place, good) => [tellingTemplate(leak, place).then(() => good)],
  }),
  ...each([templates.get], { ask: onTelling(() => undefined) }),
  ...each([templates.create, templates.update], writing),
  ...each([templates.preview], {
    ask: (leak, place, good) => [
      good,
      tellingTemplate(leak, place).then((id) => withParams(good, { id })),
    ],
  }),
  // Only somebody who sees the columns can write words that merge them.
  ...each([templates.previewWords], {
    ask: (leak, place, good) => [
      good,
      ...(leak.hides ? [] : [withBody(good, { content: telling(leak, place) })]),
    ],
    naming: (_leak, _place, column, good) => [
      withBody(good, { content: `{{${column}}}` }),
      withBody(good, { content_html: `<p>{{${column}}}</p>` }),
    ],
  }),
  // Only the world's own thread: in others, people who see the columns have written what is in them by now.
  ...each([conversations.list], {
    ask: (leak, _place, good) => [withQuery(good, { search: `${leak.mark} email` })],
  }),
  // With a template that merges columns which the sender may not see.
  ...each([conversations.reply, conversations.send], {
    ask: onTelling((_leak, { rowId }, template_id) => ({ template_id, row_id: rowId })),
  }),
  // The template says which columns the other row leaves empty.
  ...each([conversations.sendMany], {
    ask: (leak, place, good) => [
      good,
      (async () => {
        const template_id = await emptyTemplate(leak, place)
        const recipients = [{ to: 'empty@funding.example', row_id: await emptyRow(leak, place) }]
        return withBody(good, { template_id, recipients })
      })(),
    ],
    // In place of a template, the message itself names columns.
    naming: (_leak, place, column, good) => {
      const { recipients } = good.body as { recipients: unknown }
      const words = { medium: 'email', definition_key: place.key, recipients }
      return [
        { ...good, body: { ...words, content: `{{${column}}}` } },
        { ...good, body: { ...words, content: 'x', content_html: `<p>{{${column}}}</p>` } },
      ]
    },
  }),
]
