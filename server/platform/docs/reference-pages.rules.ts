import { escapeHtml } from '../../../shared/html-text.ts'
import { GUIDES, OPENAPI, operationAddress, schemaAddress, TRY_SCRIPT } from './addresses.rules.ts'
import type { Docs } from './docs.rules.ts'
import type { Content, Operation, Parameter, Reading } from './document.rules.ts'
import { guidesTo } from './guides.rules.ts'
import { docsAddress } from './pages.rules.ts'
import { curlOf, exampleText, JSON_TYPE } from './samples.rules.ts'
import { docsPage } from './shell.rules.ts'
import { membersHtml, shapeOf } from './shown-schema.rules.ts'
import { tryForm } from './try-form.rules.ts'
import { codeBlock, markdownHtml } from './words.rules.ts'

/** The first page: what holds for all operations, and the list of them. */
export function firstPage(docs: Docs): string {
  const { document, operations, schemas } = docs.reading
  const sections = document.tags.map(({ name, description }) => {
    const own = [...operations.values()].filter(({ tag }) => tag === name)
    const guides = guideLinks(docs, name)
    return `<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>
${markdownHtml(description)}${guides && `<p>Guides: ${guides}</p>`}${listOf(own)}</section>`
  })
  return docsPage(docs, {
    title: 'API reference',
    content: `<h1>API reference</h1>
${markdownHtml(document.info.description)}
<p>Programs read all of this as <a href="${OPENAPI}">openapi.json</a>. The <a href="${GUIDES}">guides</a> show how to begin, and
<a href="${ERRORS}">Errors</a> has every refusal.</p>
${sections.join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
<p>The shapes that bodies and answers are made of.</p>
${namesOf([...schemas.keys()])}</section>`,
  })
}

/** The page of one operation. */
export function operationPage(docs: Docs, operation: Operation): string {
  const { reading, isFolder } = docs
  const { summary, method, path, description, tag, operationId } = operation
  return docsPage(docs, {
    title: summary,
    tag,
    operationId,
    ...(isFolder ? {} : { script: TRY_SCRIPT }),
    content: `<h1>${escapeHtml(summary)}</h1>
<p class="route">${routeOf(method, path)}</p>
${markdownHtml(description)}
${factsOf(docs, operation)}
${parametersOf(reading, operation)}
${bodyOf(reading, operation)}
<section aria-labelledby="request"><h2 id="request">A request</h2>
${codeBlock(curlOf(reading, operation))}</section>
${isFolder ? '' : tryForm(reading, operation)}
${answersOf(reading, operation)}`,
  })
}

/** The page of one shape. */
export function schemaPage(docs: Docs, name: string): string {
  const { reading } = docs
  const schema = reading.schemas.get(name)!
  const users = reading.users.get(name)!
  return docsPage(docs, {
    title: name,
    content: `<h1>${escapeHtml(name)}</h1>
${schema.description ? markdownHtml(schema.description) : ''}
${shapeOf(reading, schema)}
${users.operations.length > 0 ? `<h2 id="operations">Operations with it</h2>${listOf(users.operations)}` : ''}
${users.schemas.length > 0 ? `<h2 id="schemas">Schemas with it</h2>${namesOf(users.schemas)}` : ''}`,
  })
}

/** The id of a line is what an earlier reference led to the operation by. */
const listOf = (operations: Operation[]): string =>
  `<ul class="operations">${operations
    .map(
      ({ operationId, tag, summary, method, path }) =>
        `<li id="/${tag}/${operationId}"><a href="${operationAddress(operationId)}">${escapeHtml(summary)}</a> <span class="route">${routeOf(method, path)}</span></li>`,
    )
    .join('\n')}</ul>`

const namesOf = (names: string[]): string =>
  `<ul class="names">${names
    .map((name) => `<li><a href="${schemaAddress(name)}">${escapeHtml(name)}</a></li>`)
    .join('\n')}</ul>`

/** A path can break after each of its parts. */
const routeOf = (method: string, path: string): string =>
  `<b class="method ${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`

function factsOf(docs: Docs, operation: Operation): string {
  const { clientName, operationId, tag } = operation
  const scope = operation['x-scope']
  const guides = guideLinks(docs, tag)
  const facts = [
    scope && ['Scope', `<a href="${TOKENS}"><code>${escapeHtml(scope)}</code></a>`],
    operation['x-session-required'] && [
      'Access tokens',
      'None works here: it is for people who are signed in.',
    ],
    clientName && [
      'In the client',
      `<a href="${CLIENT}"><code>client.${escapeHtml(clientName)}</code></a>`,
    ],
    guides && ['Guides', guides],
    ['Operation id', `<code>${escapeHtml(operationId)}</code>`],
  ].filter((fact) => Array.isArray(fact))
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('\n')}</dl>`
}

function parametersOf(reading: Reading, { parameters }: Operation): string {
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const
  return places
    .map(([place, title]) => {
      const own = parameters.filter((parameter) => parameter.in === place)
      return own.length === 0
        ? ''
        : `<h2 id="${place}">${title}</h2>${membersHtml(reading, membersOf(own))}`
    })
    .join('')
}

const membersOf = (parameters: Parameter[]) => ({
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

function bodyOf(reading: Reading, { requestBody }: Operation): string {
  if (!requestBody) return ''
  const types = Object.entries(requestBody.content).map(([type, { example, schema }]) => {
    return `<h3>${escapeHtml(type)}</h3>
${example === undefined ? '' : codeBlock(exampleText(type, example))}
${shapeOf(reading, schema)}`
  })
  return `<section aria-labelledby="body"><h2 id="body">Body</h2>${types.join('\n')}</section>`
}

/** The answers: successes with their shapes, refusals with their codes. */
function answersOf(reading: Reading, { responses }: Operation): string {
  const [good, refused] = [true, false].map((isGood) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === isGood),
  )
  const answers = good!.map(
    ([status, { description, content = {} }]) =>
      `<h3>${status}</h3>${markdownHtml(description)}${contentOf(reading, content)}`,
  )
  const refusals = refused!.map(
    ([status, { description }]) =>
      `<div><dt>${status}</dt><dd>${markdownHtml(description)}</dd></div>`,
  )
  return `<section aria-labelledby="answers"><h2 id="answers">Answers</h2>${answers.join('\n')}</section>
<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2>
<p>The body has the <code>code</code>. <a href="${ERRORS}">Errors</a> says what to do about each.</p>
<dl>${refusals.join('\n')}</dl></section>`
}

const contentOf = (reading: Reading, content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      type === JSON_TYPE ? shapeOf(reading, schema) : `<p><code>${escapeHtml(type)}</code></p>`,
    )
    .join('\n')

const guideLinks = ({ guides }: Docs, tag: string): string =>
  guidesTo(guides, tag)
    .map(({ to, title }) => `<a href="${to}">${escapeHtml(title)}</a>`)
    .join(', ')

const idOf = (tag: string): string => tag.toLowerCase()

const ERRORS = docsAddress('docs/errors.md')!
const TOKENS = docsAddress('docs/tokens.md')!
const CLIENT = docsAddress('sdk/README.md')!
