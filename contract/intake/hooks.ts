import Type from 'typebox'
import {
  LEAST_HOOK_SECRET_CHARS,
  MOST_HOOK_FIELDS,
  MOST_HOOK_SECRET_CHARS,
  MOST_PATH_CHARS,
  misfitRules,
  readings,
  signatures,
} from '../../shared/hooks.ts'
import { MOST_NAME_CHARS } from '../../shared/limits.ts'
import { addressed } from '../language/addressed.ts'
import {
  closed,
  NextCursor,
  nullable,
  one,
  oneOf,
  PageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

const path = Type.String({
  minLength: 1,
  maxLength: MOST_PATH_CHARS,
  description:
    'Where the value is in the body: `payload.email`, `items[0].price`, or `answers[field.ref=amount].number` for the item of a list whose `field.ref` is `amount`. A name with other characters than letters, digits, `_`, `-` and `$` is in quotes: `["Full name"]`.',
})

const HookField = named(
  'HookField',
  'Which column a value of the body goes to.',
  closed({
    path,
    column: Type.String({
      minLength: 1,
      maxLength: MOST_NAME_CHARS,
      description: 'The column’s key, id or name. Answers have keys.',
    }),
    as: Type.Optional(
      oneOf(readings, {
        description:
          '`unix_seconds`: the number is a time, in seconds since 1970. `minor_units`: the number is an amount in cents, or the like in other currencies.',
      }),
    ),
  }),
)

export const fields = Type.Array(HookField, {
  maxItems: MOST_HOOK_FIELDS,
  description: 'Without any, bodies are only kept as samples.',
})

const HookSignature = named(
  'HookSignature',
  'How the sender signs: `stripe` (Stripe-Signature), `typeform` (Typeform-Signature), `calendly` (Calendly-Webhook-Signature), `tally` (Tally-Signature), `github` (X-Hub-Signature-256), `standard` (webhook-id, webhook-timestamp and webhook-signature, as the Standard Webhooks scheme has them), or `none`.',
  oneOf(signatures),
)

export const HookMisfits = named(
  'HookMisfits',
  'What a value does that its column does not take: it leaves its cell empty, and the receipt says so, or it refuses the row. A required or unique column always refuses the row.',
  oneOf(misfitRules),
)

const secret = Type.String({
  minLength: LEAST_HOOK_SECRET_CHARS,
  maxLength: MOST_HOOK_SECRET_CHARS,
  pattern: '^\\S+$',
  description:
    'The signing secret, from the sender or given to it. It is stored encrypted, and never returned.',
})

const eventPath = nullable(
  Type.String({
    minLength: 1,
    maxLength: MOST_PATH_CHARS,
    description:
      'Where the body has the id that stays the same when the sender repeats an event. `null`: where services are known to have it, such as the header `webhook-id`, the `id` of a Stripe event or the `event_id` of Typeform.',
  }),
)

const Hook = named(
  'Hook',
  'An address of a board or page that another service sends its webhooks to. Each becomes a row.',
  closed({
    id: uuid(),
    name: Type.String(),
    url: nullable(
      Type.String({
        description:
          'Where to send to. `null` for people below admin, because anybody can write there who has it.',
      }),
    ),
    fields,
    misfits: HookMisfits,
    signature: HookSignature,
    eventPath,
    enabled: Type.Boolean(),
    createdAt: timestamp(),
    createdBy: Type.String(),
    lastReceivedAt: nullable(timestamp('`null` if nothing has come yet.')),
    wrongSignatures: Type.Integer({
      description: 'How many requests were refused because their signature was missing or wrong.',
    }),
    lastWrongSignatureAt: nullable(timestamp('When the last of them came.')),
  }),
)

const settings = {
  name: text(MOST_NAME_CHARS, 'What the desk calls it, such as the service that sends.'),
  signature: HookSignature,
  secret,
  fields,
  misfits: HookMisfits,
  eventPath,
}

export const hookId = parameter('IntakeHookId', uuid('The hook’s id.'))

export const intakeHookOperations = onDefinitions(({ base, tag }) => {
  const access = 'board:admin' as const
  return {
    listHooks: operation({
      method: 'GET',
      path: `${base}/hooks`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the hooks',
      description: 'Oldest first. Columns that you cannot see are left out.',
      params: addressed(base, {}),
      query: PageQuery,
      answer: closed({ data: Type.Array(Hook), nextCursor: NextCursor }),
      refuses: ['invalid_cursor'],
    }),
    createHook: operation({
      method: 'POST',
      path: `${base}/hooks`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Create a hook',
      description:
        'Paste its `url` where the other service asks for a webhook URL. Until you say which columns it fills, it keeps what comes as samples and writes no rows. A board or page can have 20 hooks.',
      params: addressed(base, {}),
      example: { name: 'Typeform', signature: 'typeform', secret: 'a-secret-of-your-own' },
      body: named(
        'NewHook',
        'A hook to be created.',
        closed({
          name: settings.name,
          signature: Type.Optional(settings.signature),
          secret: Type.Optional(settings.secret),
          fields: Type.Optional(settings.fields),
          misfits: Type.Optional(settings.misfits),
          eventPath: Type.Optional(settings.eventPath),
        }),
      ),
      answer: one(Hook),
    }),
    updateHook: operation({
      method: 'PATCH',
      path: `${base}/hooks/{hookId}`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Change a hook',
      description:
        'Changes only the fields that are sent. `fields` replaces all of them. You can choose columns that you can edit; the hook fills them whatever their policies say. While it is not `enabled`, its address does not exist for the sender.',
      params: addressed(base, { hookId }),
      example: {
        fields: [
          { path: 'form_response.answers[field.ref=email].email', column: 'email' },
          { path: 'form_response.answers[field.ref=amount].number', column: 'amount_requested' },
        ],
      },
      body: named(
        'HookChange',
        'The fields of a hook to change.',
        closed(
          {
            name: Type.Optional(settings.name),
            signature: Type.Optional(settings.signature),
            secret: Type.Optional(settings.secret),
            fields: Type.Optional(settings.fields),
            misfits: Type.Optional(settings.misfits),
            eventPath: Type.Optional(settings.eventPath),
            enabled: Type.Optional(Type.Boolean()),
          },
          { minProperties: 1 },
        ),
      ),
      answer: one(Hook),
    }),
    removeHook: operation({
      method: 'DELETE',
      path: `${base}/hooks/{hookId}`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Delete a hook',
      description:
        'Its address does not exist any more, and its samples are deleted. Its rows and receipts stay.',
      params: addressed(base, { hookId }),
    }),
  }
})

/** What other services send to hooks. */
export const hookBodies = {
  json: 'application/json',
  urlEncoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

export const receiveHook = operation({
  method: 'POST',
  path: '/v1/ingest/hooks/{publicId}',
  tag: 'Ingest',
  access: 'public',
  summary: 'Receive a webhook of another service',
  description:
    'Writes a row as the hook says: whoever has this address can write there, and if the hook has a signing secret, only what is signed with it is taken. An event that the hook has taken before gets the first answer again, as 200 with `Idempotent-Replayed: true`. A hook without columns keeps the body as a sample. A value that does not fit is named by its path in the body.',
  params: closed({
    publicId: parameter(
      'HookPublicId',
      Type.String({
        pattern: '^[A-Za-z0-9_-]{32}$',
        description: 'Names the hook in its address.',
      }),
    ),
  }),
  consumes: Object.values(hookBodies),
  formExample: {
    [hookBodies.json]: '{"email": "rosa@acmebakery.example", "amount": "$40,000"}',
    [hookBodies.urlEncoded]: 'email=rosa%40acmebakery.example&amount=%2440%2C000',
    [hookBodies.multipart]:
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nrosa@acmebakery.example\r\n--x--\r\n',
  },
  answer: one(
    named(
      'HookReceipt',
      'What became of a body.',
      closed({
        outcome: oneOf(['created', 'kept'], {
          description: '`kept`: as a sample, because the hook fills no columns yet.',
        }),
        rowId: nullable(uuid('The row that was written.')),
      }),
    ),
  ),
  repeats: true,
  refuses: ['unauthenticated', 'invalid_json', 'invalid_rows', 'invalid_request', 'rate_limited'],
})
