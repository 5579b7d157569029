import Type from 'typebox'
import { MOST_NAME_CHARS } from '../../shared/limits.ts'
import { addressed } from '../language/addressed.ts'
import {
  closed,
  NextCursor,
  nullable,
  one,
  PageQuery,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

const ref = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MOST_NAME_CHARS, description }))

const MailColumns = named(
  'MailColumns',
  'Which column gets which part of an email: its key, its id or its name. Answers have keys.',
  closed(
    {
      from: ref('The sender’s address; an email or text column.'),
      name: ref('The sender’s name; a text column.'),
      subject: ref('A text column.'),
      body: ref('The text, without formatting; a text column.'),
      attachments: ref('The files; a file column.'),
    },
    { minProperties: 1 },
  ),
)

const IntakeAddress = named(
  'IntakeAddress',
  'An email address of a board or page. An email to it becomes a row.',
  closed({
    id: uuid(),
    address: nullable(
      Type.String({ description: '`null` while the operator has set no `INBOUND_DOMAIN`.' }),
    ),
    columns: MailColumns,
    enabled: Type.Boolean(),
    createdAt: timestamp(),
    createdBy: Type.String(),
    lastReceivedAt: nullable(timestamp('`null` if nothing has come yet.')),
  }),
)

const addressId = parameter('IntakeAddressId', uuid('The address’s id.'))

export const addressOperations = onDefinitions(({ base, tag }) => {
  const access = 'board:admin' as const
  return {
    listAddresses: operation({
      method: 'GET',
      path: `${base}/addresses`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the email addresses',
      description:
        'Oldest first. Columns that you cannot see are left out. `domain` is the domain of the addresses, or `null` if the operator has not set `INBOUND_DOMAIN`; then no email can come in.',
      params: addressed(base, {}),
      query: PageQuery,
      answer: closed({
        data: Type.Array(IntakeAddress),
        nextCursor: NextCursor,
        domain: nullable(Type.String()),
      }),
      refuses: ['invalid_cursor'],
    }),
    createAddress: operation({
      method: 'POST',
      path: `${base}/addresses`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Create an email address',
      description:
        'Each email to it becomes one row with its files, and its conversation is linked to the row. Replies join the conversation and make no row. If an email becomes no row, its receipt says why. You can choose columns that you can edit; the address fills them whatever their policies say. A board or page can have 20 addresses.',
      params: addressed(base, {}),
      example: {
        columns: {
          from: 'email',
          name: 'contact',
          subject: 'business',
          body: 'notes',
        },
      },
      body: named(
        'NewIntakeAddress',
        'An address to be created.',
        closed({ columns: MailColumns }),
      ),
      answer: one(IntakeAddress),
      refuses: ['inbound_domain_missing'],
    }),
    updateAddress: operation({
      method: 'PATCH',
      path: `${base}/addresses/{addressId}`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Change an email address',
      description:
        'Changes only the fields that are sent. While it is not `enabled`, email to it is refused and goes back to the sender.',
      params: addressed(base, { addressId }),
      example: { enabled: false },
      body: named(
        'IntakeAddressChange',
        'The fields of an address to change. `columns` replaces all of them.',
        closed(
          { columns: Type.Optional(MailColumns), enabled: Type.Optional(Type.Boolean()) },
          { minProperties: 1 },
        ),
      ),
      answer: one(IntakeAddress),
    }),
    removeAddress: operation({
      method: 'DELETE',
      path: `${base}/addresses/{addressId}`,
      tag,
      access,
      scope: 'definitions:write',
      summary: 'Delete an email address',
      description: 'Email to it is refused from now on. Nobody else ever gets the same address.',
      params: addressed(base, { addressId }),
    }),
  }
})
