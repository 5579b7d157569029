import Type from 'typebox'
import {
  MOST_FORM_COLUMNS,
  MOST_FORM_HELP_CHARS,
  MOST_FORM_LABEL_CHARS,
  MOST_FORM_NOTIFIED,
  MOST_FORM_ORIGINS,
  MOST_FORM_ROWS,
  MOST_FORM_TEXT_CHARS,
  MOST_FORM_TITLE_CHARS,
  MOST_KEY_CHARS,
  MOST_NAME_CHARS,
  MOST_URL_CHARS,
} from '../../shared/limits.ts'
import { addressed } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  site,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

const formParts = {
  key: Type.String({ maxLength: MOST_KEY_CHARS, description: 'The column’s key.' }),
  label: text(MOST_FORM_LABEL_CHARS, 'What the form calls it. The default is the column’s name.'),
  help: text(MOST_FORM_HELP_CHARS, 'A sentence below the label.'),
  required: Type.Boolean({
    description: 'Whether it must be filled in. A required column always must.',
  }),
}

const FormColumn = named(
  'FormColumn',
  'A column that a form asks for.',
  closed({
    key: formParts.key,
    label: nullable(formParts.label),
    help: nullable(formParts.help),
    required: formParts.required,
  }),
)
const SentFormColumn = named(
  'SentFormColumn',
  'A column that a form will ask for.',
  closed({
    key: formParts.key,
    label: Type.Optional(nullable(formParts.label)),
    help: Type.Optional(nullable(formParts.help)),
    required: Type.Optional(formParts.required),
  }),
)

const FormClosed = named(
  'FormClosed',
  'Why a form is closed: `closesAt` is past, today’s limit is reached, none of its columns is left, or it does not ask for a required column.',
  oneOf(['past_closing', 'limit_reached', 'no_columns', 'lacks_required']),
)

const fields = {
  name: text(MOST_NAME_CHARS, 'What the desk calls the form.'),
  title: text(MOST_FORM_TITLE_CHARS, 'The heading of the page.'),
  intro: text(MOST_FORM_TEXT_CHARS, 'Text below the heading. Blank lines separate paragraphs.'),
  thanks: text(MOST_FORM_TEXT_CHARS, 'What the page says after the form was sent.'),
  redirectUrl: Type.String({
    maxLength: MOST_URL_CHARS,
    description: 'Where the browser goes after the form was sent, instead of `thanks`.',
  }),
  closesAt: timestamp('When the form closes.'),
  limitPerDay: Type.Integer({
    minimum: 1,
    maximum: MOST_FORM_ROWS,
    description: 'How many rows it takes in one day, in the time zone of the board or page.',
  }),
  drafts: Type.Boolean({
    description: 'Whether people can save what they typed and finish within 7 days, by a link.',
  }),
}
const lists = {
  columns: Type.Array(SentFormColumn, { minItems: 1, maxItems: MOST_FORM_COLUMNS }),
  origins: Type.Array(site, {
    maxItems: MOST_FORM_ORIGINS,
    uniqueItems: true,
    description: 'The sites that may show the form in a frame. The default is none.',
  }),
  notify: Type.Array(Type.Integer(), {
    maxItems: MOST_FORM_NOTIFIED,
    uniqueItems: true,
    description: 'Who gets an email about new rows, by `crmUserId`.',
  }),
}

const Form = named(
  'Form',
  'A page where anybody who has its address can add a row.',
  closed({
    id: uuid(),
    publicId: Type.String({ description: 'Names the form in its address.' }),
    name: Type.String(),
    title: Type.String(),
    intro: nullable(Type.String()),
    columns: Type.Array(FormColumn, {
      description: 'In the order of the page, without those that it skips.',
    }),
    skipped: Type.Array(
      named(
        'SkippedFormColumn',
        'A column that the form was to ask for but skips: it was deleted, or its type cannot be filled in.',
        closed({ key: Type.String(), why: oneOf(['deleted', 'type']) }),
      ),
    ),
    thanks: nullable(Type.String()),
    redirectUrl: nullable(Type.String()),
    origins: Type.Array(Type.String()),
    closesAt: nullable(timestamp()),
    limitPerDay: nullable(Type.Integer()),
    notify: Type.Array(Type.Integer()),
    drafts: Type.Boolean(),
    url: Type.String({ description: 'The address of the page.' }),
    embedUrl: nullable(
      Type.String({
        description: 'The address for a frame on another site, if `origins` has any.',
      }),
    ),
    open: Type.Boolean({ description: 'Whether it takes rows now.' }),
    closedBecause: nullable(FormClosed),
    createdAt: timestamp(),
    createdBy: Type.String(),
    updatedAt: timestamp(),
  }),
)

const optional = {
  intro: Type.Optional(nullable(fields.intro)),
  thanks: Type.Optional(nullable(fields.thanks)),
  redirectUrl: Type.Optional(nullable(fields.redirectUrl)),
  origins: Type.Optional(lists.origins),
  closesAt: Type.Optional(nullable(fields.closesAt)),
  limitPerDay: Type.Optional(nullable(fields.limitPerDay)),
  notify: Type.Optional(lists.notify),
  drafts: Type.Optional(fields.drafts),
}
const NewForm = named(
  'NewForm',
  'A form to be made.',
  closed({ name: fields.name, title: fields.title, columns: lists.columns, ...optional }),
)
const FormChange = named(
  'FormChange',
  'The fields of a form to change.',
  closed(
    {
      name: Type.Optional(fields.name),
      title: Type.Optional(fields.title),
      columns: Type.Optional(lists.columns),
      ...optional,
    },
    { minProperties: 1 },
  ),
)

/** The forms of boards and pages. */
export const formOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, {})
  const formParams = addressed(base, { formId: parameter('FormId', uuid('The form’s id.')) })
  return {
    listForms: operation({
      method: 'GET',
      path: `${base}/forms`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the forms',
      description: 'Oldest first. Columns that you cannot see are left out.',
      params,
      query: PageQuery,
      answer: list(Form),
      refuses: ['invalid_cursor'],
    }),
    createForm: operation({
      method: 'POST',
      path: `${base}/forms`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Create a form',
      description:
        'Anybody can fill it in at `url` at once. It can ask for columns that you can edit, and it asks for every required column. It can write these columns whatever their policies say. Send `thanks` or `redirectUrl`, or neither.',
      params,
      example: {
        name: 'Website',
        title: 'Apply for funding',
        intro: 'It takes two minutes.',
        thanks: 'Thank you. We call you within a day.',
        columns: [
          { key: 'business', required: true },
          { key: 'phone', label: 'Mobile number' },
        ],
      },
      body: NewForm,
      answer: one(Form),
      refuses: ['name_taken', 'unknown_column', 'unknown_reference'],
    }),
    getForm: operation({
      method: 'GET',
      path: `${base}/forms/{formId}`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Get one form',
      description:
        'Says where the form is, what it asks for and whether it is open. Columns that you cannot see are left out.',
      params: formParams,
      answer: one(Form),
    }),
    updateForm: operation({
      method: 'PATCH',
      path: `${base}/forms/{formId}`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Change a form',
      description: 'Changes only the fields that are sent. Its address stays the same.',
      params: formParams,
      example: { closesAt: '2030-12-31T22:00:00Z', limitPerDay: 200 },
      body: FormChange,
      answer: one(Form),
      refuses: ['name_taken', 'unknown_column', 'unknown_reference'],
    }),
    removeForm: operation({
      method: 'DELETE',
      path: `${base}/forms/{formId}`,
      tag,
      access: 'board:admin',
      scope: 'definitions:write',
      summary: 'Delete a form',
      description: 'Its address stops working, and its drafts are deleted. Its rows stay.',
      params: formParams,
    }),
  }
})
