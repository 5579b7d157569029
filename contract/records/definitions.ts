import Type from 'typebox'
import { definitionColors, definitionIcons } from '../../shared/definition-looks.ts'
import { MOST_DESCRIPTION_CHARS, MOST_NAME_CHARS, MOST_SEARCH_CHARS } from '../../shared/limits.ts'
import { addressed } from '../language/addressed.ts'
import {
  closed,
  list,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { HiddenColumns, viewAs, viewAsRefusals } from '../policies/policies.ts'
import { localeSettings } from '../workspaces/workspace.ts'
import { Column, DefinitionKind, NewColumn, slug } from './columns.ts'

const DefinitionIcon = named(
  'DefinitionIcon',
  'The picture beside the name of a board or page.',
  oneOf(definitionIcons),
)
const DefinitionColor = named(
  'DefinitionColor',
  'The color of that picture.',
  oneOf(definitionColors),
)

const Definition = named(
  'Definition',
  'A board or page: its settings and its columns, without its rows.',
  closed({
    id: uuid(),
    kind: DefinitionKind,
    key: Type.String(),
    name: Type.String(),
    description: Type.String(),
    icon: described(DefinitionIcon, 'Derived from the key until somebody chooses one.'),
    color: described(DefinitionColor, 'Derived from the key until somebody chooses one.'),
    settings: named(
      'LocaleSettings',
      'How dates, phone numbers and amounts are read.',
      closed({
        region: Type.String({ description: 'ISO 3166 country code.' }),
        timeZone: Type.String({ description: 'IANA time zone.' }),
        currency: Type.String({ description: 'ISO 4217 currency code.' }),
      }),
    ),
    columns: Type.Array(Column),
    rowCount: Type.Integer(),
    createdAt: timestamp(),
    createdBy: Type.String(),
    updatedAt: timestamp(),
  }),
)

const LocaleChange = named(
  'LocaleChange',
  'Settings to change. Those that are left out stay, or are the workspace’s for a new board or page.',
  closed(localeSettings),
)

const newDefinition = {
  name: text(MOST_NAME_CHARS),
  key: Type.Optional(slug('Made from the name if left out. It cannot be changed later.')),
  description: Type.Optional(Type.String({ maxLength: MOST_DESCRIPTION_CHARS })),
  icon: Type.Optional(DefinitionIcon),
  color: Type.Optional(DefinitionColor),
  settings: Type.Optional(LocaleChange),
  columns: Type.Optional(Type.Array(NewColumn, { maxItems: 200 })),
}

/** The operations of a board or page itself. */
export const definitionOperations = onDefinitions(({ group, base, tag }) => {
  const isBoard = group === 'boards'
  const noun = isBoard ? 'board' : 'board or page'
  const params = addressed(base, {})
  return {
    get: operation({
      method: 'GET',
      path: base,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: `Get one ${noun}`,
      description:
        'Returns the settings and the columns that the caller can see. Rows are listed separately. With `as`, an admin sees what somebody else would.',
      params,
      query: named(
        'ViewAsQuery',
        'Whether to return what somebody else would see.',
        closed(viewAs),
      ),
      answer: named(
        'DefinitionAnswer',
        'One board or page.',
        closed({ data: Definition, hiddenColumns: HiddenColumns }),
      ),
      refuses: viewAsRefusals,
    }),
    update: operation({
      method: 'PATCH',
      path: base,
      tag,
      access: isBoard ? 'board:write' : 'def:admin',
      scope: 'definitions:write',
      summary: `Change a ${noun}`,
      description: 'Changes only the fields that are sent.',
      params,
      example: { description: 'Applications from the website.', color: 'teal' },
      body: named(
        'DefinitionChange',
        'The fields of a board or page to change.',
        closed(
          {
            name: Type.Optional(text(MOST_NAME_CHARS)),
            description: Type.Optional(Type.String({ maxLength: MOST_DESCRIPTION_CHARS })),
            icon: Type.Optional(DefinitionIcon),
            color: Type.Optional(DefinitionColor),
            settings: Type.Optional(LocaleChange),
          },
          { minProperties: 1 },
        ),
      ),
      answer: one(Definition),
    }),
    remove: operation({
      method: 'DELETE',
      path: base,
      tag,
      access: isBoard ? 'board:admin' : 'def:admin',
      scope: 'definitions:write',
      summary: `Delete a ${noun}`,
      description:
        'Its rows can no longer be read, and its keys stop working at once. There is no operation that brings it back.',
      params,
    }),
  }
})

export const boardOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the boards',
    description:
      'Lists the boards with the columns that the caller can see. Rows are listed separately.',
    query: PageQuery,
    answer: list(Definition),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'board:write',
    scope: 'definitions:write',
    summary: 'Create a board',
    description:
      'Creates a board, with its columns if they are sent. The key is made from the name if it is left out.',
    example: {
      name: 'Contact form',
      columns: [
        { name: 'Business', type: 'text', required: true },
        { name: 'Phone', type: 'phone' },
        { name: 'Amount requested', type: 'currency' },
        {
          name: 'Stage',
          type: 'select',
          settings: { options: [{ label: 'New' }, { label: 'Qualified' }, { label: 'Lost' }] },
        },
      ],
    },
    body: named('NewBoard', 'A board to be created.', closed(newDefinition)),
    answer: one(Definition),
    refuses: ['key_taken', 'name_taken', 'unknown_reference'],
  }),
}

export const pageOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/definitions',
    tag: 'Definitions',
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the boards and pages',
    description: 'Lists pages, boards, or both, with the columns that the caller can see.',
    query: closed({
      ...pageQuery,
      kind: Type.Optional(DefinitionKind),
      search: Type.Optional(
        text(
          MOST_SEARCH_CHARS,
          'Finds those whose name contains this, in upper or lower case, with or without accents.',
        ),
      ),
      columns: Type.Optional(
        Type.Boolean({
          description: '`false` leaves the columns out, so that each list of them is empty.',
        }),
      ),
    }),
    answer: list(Definition),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/definitions',
    tag: 'Definitions',
    access: 'def:admin',
    scope: 'definitions:write',
    summary: 'Create a page or a board',
    description:
      'Creates a page, or with `kind: "board"` a board, with its columns if they are sent. The key is made from the name if it is left out.',
    example: {
      name: 'Brokers',
      kind: 'page',
      icon: 'handshake',
      columns: [
        { name: 'Broker', type: 'text', required: true },
        { name: 'Email', type: 'email', unique: true },
      ],
    },
    body: named(
      'NewDefinition',
      'A page or board to be created.',
      closed({ ...newDefinition, kind: Type.Optional(DefinitionKind) }),
    ),
    answer: one(Definition),
    refuses: ['key_taken', 'name_taken', 'unknown_reference'],
  }),
}
