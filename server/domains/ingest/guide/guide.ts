import { hash } from 'node:crypto'
import type { KeyScope } from '../../../../contract/language/operation.ts'
import { type RefusalCode, refusals } from '../../../../contract/refusals/refusals.ts'
import { holdsFiles } from '../../../../shared/column-types.ts'
import { MOST_ROWS } from '../../../../shared/limits.ts'
import { accepts, converts, example } from '../../records/cells/example.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { whyIgnored } from '../../records/rows/rows.rules.ts'
import { exampleIn } from './guide-examples.rules.ts'
import { formSampleIn, sampleIn } from './guide-samples.rules.ts'

export interface GuideOptions {
  publicUrl: string
  writesPerMinute: number
  readsPerMinute: number
  scopes: readonly KeyScope[]
}

/**
 * How to write to a board or page with this key, made from its current columns and the key's rights.
 * `version` changes when either does, so that a client can tell that it was written for an older guide.
 */
export function writeGuide(view: DefinitionView, options: GuideOptions) {
  const columns = view.columns.map((column) => guideColumn(view, column))
  const route = view.definition.kind === 'board' ? '/v1/ingest/rows' : '/v1/ingest/records'
  const endpoint = `${options.publicUrl}${route}`
  const body = {
    columns,
    canWrite: options.scopes.includes('rows:write'),
    endpoint,
    limits: limitsOf(options),
  }
  const version = hash('sha256', JSON.stringify([body, options.scopes.toSorted()])).slice(0, 16)
  return { version, ...body, samples: samplesOf(view, endpoint), errors: errorList }
}

export type WriteGuide = ReturnType<typeof writeGuide>

function guideColumn(view: DefinitionView, column: Column) {
  const context = contextOf(view)
  const writable = takes(view, column)
  return {
    column: column.key,
    name: column.name,
    type: column.type,
    required: column.required,
    unique: column.unique,
    writable,
    accepts: writable ? accepts(column, context) : nothing(column),
    converts: writable ? converts(column, context) : '',
    example: writable ? example(column, context) : null,
  }
}

/** Whether a key can write it. */
const takes = (view: DefinitionView, column: Column): boolean =>
  !column.readOnly && view.mayWrite(column)

const nothing = ({ readOnly }: Column): string =>
  `Nothing: ${readOnly ? whyIgnored.computed : whyIgnored.locked}; anything you send is ignored.`

/** Without people, because a guide must not reveal names to whoever has a key. */
const contextOf = ({ definition }: DefinitionView) => ({ ...definition.locale, people: [] })

/** One row and a batch of two, with every column that the key can write and that has an example. */
function samplesOf(view: DefinitionView, endpoint: string) {
  const writable = view.columns.filter((column) => takes(view, column))
  const ownId = (nth: number) =>
    view.definition.kind === 'page' ? { external_id: `form-${1001 + nth}` } : {}
  const values = (nth: number): Record<string, unknown> =>
    Object.fromEntries(
      writable.flatMap((column) => {
        const value = exampleIn(column, contextOf(view), nth)
        return value === undefined ? [] : [[column.key, value]]
      }),
    )
  const row = (nth: number) => ({ ...ownId(nth), cells: values(nth) })
  const one = row(0)
  const batch = { rows: [row(1), row(2)] }
  const samples = [
    { title: 'One row', body: one, ...sampleIn(endpoint, one) },
    { title: 'A batch, all or nothing', body: batch, ...sampleIn(endpoint, batch) },
  ]
  const papers = writable.find(({ type }) => holdsFiles(type))
  if (!papers) return samples
  const fields = fieldsOf({ ...ownId(3), ...values(3) })
  const file = sampleFile(papers)
  const title = 'One row with a file, as a form'
  const body = { ...fields, [papers.key]: `@${file.name}` }
  return [...samples, { title, body, ...formSampleIn(endpoint, fields, file) }]
}

/** The values of a row as the fields of a form, which are texts. */
const fieldsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** A small file of a kind that the column takes. */
function sampleFile({ key, settings }: Column) {
  const type = (settings.accept?.[0] ?? 'text/plain').replace('/*', '/plain')
  return { column: key, name: 'statement.txt', type, text: 'Opening balance 1200.00' }
}

const limitsOf = (options: GuideOptions) => [
  { limit: 'Rows in a request', value: `1 to ${MOST_ROWS}, all or nothing` },
  { limit: 'Write requests', value: `${options.writesPerMinute} in any 60 seconds, per key` },
  { limit: 'Read requests', value: `${options.readsPerMinute} in any 60 seconds, per key` },
  { limit: 'Size of a request', value: '8 MiB, and its files' },
  { limit: 'Idempotency-Key', value: 'up to 255 characters, remembered for 24 hours' },
]

const errorCodes: RefusalCode[] = [
  'invalid_rows',
  'unknown_reference',
  'invalid_json',
  'unauthenticated',
  'forbidden',
  'request_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'overloaded',
]

const errorList = errorCodes.map((code) => {
  const { status, meaning, remedy }: Record<'meaning' | 'remedy', string> & { status: number } =
    refusals[code]
  return { status, code: code as string, meaning, remedy }
})

/** The same guide as a text to read. */
export function guideMarkdown(view: DefinitionView, guide: WriteGuide): string {
  const { kind, name } = view.definition
  const columns = guide.columns.map(
    (c) =>
      `| \`${c.column}\` | ${cell(c.name)} | ${c.type}${c.required ? ', required' : ''}${c.unique ? ', unique' : ''} | ${cell(c.accepts)} | ${cell(c.converts)} | ${c.example === null ? '' : `\`${cell(JSON.stringify(c.example))}\``} |`,
  )
  const samples = guide.samples.map(
    (s) =>
      `### ${s.title}\n\n\`\`\`sh\n${s.curl}\n\`\`\`\n\n\`\`\`js\n${s.javascript}\n\`\`\`\n\n\`\`\`python\n${s.python}\n\`\`\``,
  )
  return `# Writing to the ${kind} “${name}”

\`POST ${guide.endpoint}\` with \`cells\` for one row or \`rows\` for 1 to ${MOST_ROWS}.
The answer says for every row which columns were filled, converted (\`coerced\`) or \`ignored\`.
${guide.canWrite ? '' : '\n**This key cannot write**: it lacks the scope `rows:write`.\n'}
Guide version \`${guide.version}\`.

## Columns

| Column | Name | Type | Takes | Converts | Example |
| --- | --- | --- | --- | --- | --- |
${columns.join('\n')}

## Samples

Try any of them with \`?dryRun=true\` first: the same receipts and errors, and nothing is written.

${samples.join('\n\n')}

## Limits

| Limit | Value |
| --- | --- |
${guide.limits.map((l) => `| ${l.limit} | ${l.value} |`).join('\n')}

## Errors

An error reads \`{"error": {"message", "code", "errors": [{"index", "message", "column"}]}}\`.

| Status | Code | Meaning | Remedy |
| --- | --- | --- | --- |
${guide.errors.map((e) => `| ${e.status} | \`${e.code}\` | ${e.meaning} | ${e.remedy} |`).join('\n')}
`
}

/** A text inside a Markdown table. */
const cell = (text: string): string => text.replace(/[|\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
