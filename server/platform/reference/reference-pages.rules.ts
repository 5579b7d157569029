import { escapeHtml } from '../../../shared/html-text.ts'
import { operationAddress, REFERENCE, schemaAddress, tagAddress } from './addresses.rules.ts'
import type { Content, Operation, Parameter, Reading } from './document.rules.ts'
import { curlOf, exampleText, JSON_TYPE } from './samples.rules.ts'
import { searchReference } from './search.rules.ts'
import { fieldsOf, shapeOf } from './shown-schema.rules.ts'
import { tryForm } from './try-form.rules.ts'
import { codeBlock, textOf } from './words.rules.ts'

/** The first page: what holds for all operations, and the list of them; or, with a query, those that were found. */
export function firstPage(reading: Reading, query = ''): string {
  if (query.trim() !== '') return foundPage(reading, query)
  const { document, operations, schemas } = reading
  const sections = document.tags.map(({ name, description }) => {
    const own = [...operations.values()].filter(({ tag }) => tag === name)
    return `<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>
${textOf(description)}${name in guides ? `<p>Guide: ${guideLink(name)}</p>` : ''}${listOf(own)}</section>`
  })
  return page(reading, {
    title: 'API reference',
    content: `<h1>API reference</h1>
${textOf(document.info.description)}
<p>Programs read all of this as <a href="/v1/openapi.json">openapi.json</a>. The <a href="${GUIDES}">guides</a> show how to begin, and
<a href="${GUIDES}/errors">Errors</a> has every refusal.</p>
${sections.join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
<p>The shapes that bodies and answers are made of.</p>
${namesOf([...schemas.keys()])}</section>`,
  })
}

function foundPage(reading: Reading, query: string): string {
  const { operations, schemas } = searchReference(reading, query)
  const isNothing = operations.length + schemas.length === 0
  return page(reading, {
    title: 'Search',
    query,
    content: `<h1>Search: ${escapeHtml(query)}</h1>
${isNothing ? `<p>Nothing in the reference has these words. The <a href="${GUIDES}">guides</a> may.</p>` : ''}
${operations.length > 0 ? `<h2>Operations</h2>${listOf(operations)}` : ''}
${schemas.length > 0 ? `<h2>Schemas</h2>${namesOf(schemas.map(([name]) => name))}` : ''}`,
  })
}

/** The page of one operation. */
export function operationPage(reading: Reading, operation: Operation): string {
  const { summary, method, path, description, tag } = operation
  return page(reading, {
    title: summary,
    tag,
    current: operation.operationId,
    hasScript: true,
    content: `<h1>${escapeHtml(summary)}</h1>
<p class="route">${routeOf(method, path)}</p>
${textOf(description)}
${factsOf(operation)}
${parametersOf(reading, operation)}
${bodyOf(reading, operation)}
<section aria-labelledby="request"><h2 id="request">A request</h2>
${codeBlock(curlOf(reading, operation))}</section>
${tryForm(reading, operation)}
${answersOf(reading, operation)}`,
  })
}

/** The page of one shape. */
export function schemaPage(reading: Reading, name: string): string {
  const schema = reading.schemas.get(name)!
  const users = reading.users.get(name)!
  return page(reading, {
    title: name,
    content: `<h1>${escapeHtml(name)}</h1>
${schema.description ? textOf(schema.description) : ''}
${shapeOf(reading, schema)}
${users.operations.length > 0 ? `<h2>Operations with it</h2>${listOf(users.operations)}` : ''}
${users.schemas.length > 0 ? `<h2>Schemas with it</h2>${namesOf(users.schemas)}` : ''}`,
  })
}

interface PageParts {
  title: string
  content: string
  query?: string
  /** Whose operations are listed at the side. */
  tag?: string
  /** The operation that the page is about. */
  current?: string
  hasScript?: true
}

function page(
  reading: Reading,
  { title, content, query = '', tag, current, hasScript }: PageParts,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Sourcebook API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${STYLE}">
${hasScript ? `<script src="${SCRIPT}" defer></script>` : ''}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Sourcebook">
<a href="${REFERENCE}"${title === 'API reference' ? ' aria-current="page"' : ''}>API reference</a>
<a href="${GUIDES}">Guides</a>
<a href="/">Open the app</a>
</nav>
<form role="search" action="${REFERENCE}"><input type="search" name="q" aria-label="Search the reference" placeholder="Search" value="${escapeHtml(query)}"></form>
<span class="version">Sourcebook ${escapeHtml(reading.document.info.version)}</span>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${content}
</main>
<nav class="side" aria-label="Operations">
${sideOf(reading, tag, current)}
</nav>
</div>
</body>
</html>
`
}

/** All areas, with the operations of one. */
function sideOf(
  { document, operations }: Reading,
  open: string | undefined,
  current: string | undefined,
): string {
  const items = document.tags.map(({ name }) => {
    const own = name === open ? [...operations.values()].filter(({ tag }) => tag === name) : []
    const list = own.map(
      ({ operationId, summary }) =>
        `<li><a href="${operationAddress(operationId)}"${operationId === current ? ' aria-current="page"' : ''}>${escapeHtml(summary)}</a></li>`,
    )
    return `<li><a href="${tagAddress(name)}">${escapeHtml(name)}</a>${list.length > 0 ? `<ul>${list.join('\n')}</ul>` : ''}</li>`
  })
  return `<ul>${items.join('\n')}\n<li><a href="${REFERENCE}#schemas">Schemas</a></li></ul>`
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

function factsOf(operation: Operation): string {
  const { clientName, operationId, tag } = operation
  const scope = operation['x-scope']
  const facts = [
    scope && ['Scope', `<a href="${GUIDES}/tokens"><code>${escapeHtml(scope)}</code></a>`],
    operation['x-session-required'] && [
      'Access tokens',
      'None works here: it is for people who are signed in.',
    ],
    clientName && [
      'In the client',
      `<a href="${GUIDES}/client"><code>client.${escapeHtml(clientName)}</code></a>`,
    ],
    tag in guides && ['Guide', guideLink(tag)],
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
      return own.length === 0 ? '' : `<h2>${title}</h2>${fieldsOf(reading, membersOf(own))}`
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

/** What is answered: successes with their shapes, refusals with their codes. */
function answersOf(reading: Reading, { responses }: Operation): string {
  const [good, refused] = [true, false].map((isGood) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === isGood),
  )
  const answers = good!.map(
    ([status, { description, content = {} }]) =>
      `<h3>${status}</h3>${textOf(description)}${contentOf(reading, content)}`,
  )
  const refusals = refused!.map(
    ([status, { description }]) => `<div><dt>${status}</dt><dd>${textOf(description)}</dd></div>`,
  )
  return `<section aria-labelledby="answers"><h2 id="answers">Answers</h2>${answers.join('\n')}</section>
<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2>
<p>The body has the <code>code</code>. <a href="${GUIDES}/errors">Errors</a> says what to do about each.</p>
<dl>${refusals.join('\n')}</dl></section>`
}

const contentOf = (reading: Reading, content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      type === JSON_TYPE ? shapeOf(reading, schema) : `<p><code>${escapeHtml(type)}</code></p>`,
    )
    .join('\n')

/** The guide to each area, by its address and its title. */
const guides: Record<string, [address: string, title: string]> = {
  Accounts: ['tokens', 'Access tokens'],
  Boards: ['rows', 'Listing rows'],
  Definitions: ['rows', 'Listing rows'],
  Policies: ['policies', 'Who sees which column'],
  Obligations: ['obligations', 'Obligations'],
  Documents: ['obligations', 'Obligations'],
  Accounting: ['accounting', 'The money of deals'],
  Agreements: ['agreements', 'Agreements'],
  Conversations: ['conversations', 'Conversations'],
  Templates: ['conversations', 'Conversations'],
  'Opt-outs': ['conversations', 'Conversations'],
  Channels: ['conversations', 'Conversations'],
  Hooks: ['conversations', 'Conversations'],
  Events: ['events', 'Events'],
  Webhooks: ['events', 'Events'],
  Ingest: ['ingest', 'Sending rows'],
}

function guideLink(tag: string): string {
  const [address, title] = guides[tag]!
  return `<a href="${GUIDES}/${address}">${title}</a>`
}

const idOf = (tag: string): string => tag.toLowerCase()

const GUIDES = `${REFERENCE}/guides`
export const STYLE = `${REFERENCE}/reference.css`
export const SCRIPT = `${REFERENCE}/try.js`
