import { escapeHtml } from '../../../shared/html-text.ts'
import { VISIBLE } from '../../../shared/visible-text.ts'
import { schemaAddress } from './addresses.rules.ts'
import { nameOf, type Reading, type Schema, wholeOf } from './document.rules.ts'
import { lineOf } from './words.rules.ts'

/** How deep a page shows what is within a field. Deeper shapes have their own pages. */
const DEPTH = 3

/** What a body or an answer is: its members, or, if it has none, its type and what that may be. */
export function shapeOf(reading: Reading, schema: Schema): string {
  const fields = membersHtml(reading, schema)
  if (fields !== '') return fields
  return `<p>${typeOf(schema)}${limitsOf(schema)}</p>${withinOf(reading, schema, DEPTH)}`
}

/** The members of a shape, each with its type, its limits and what it is. */
export function membersHtml(reading: Reading, schema: Schema, depth = DEPTH): string {
  const whole = wholeOf(reading, schema)
  const required = new Set(whole.required)
  const fields = Object.entries(whole.properties ?? {}).map(([name, field]) =>
    fieldItem(reading, name, field, required.has(name), depth),
  )
  const { additionalProperties: other } = whole
  if (typeof other === 'object') {
    fields.push(fieldItem(reading, undefined, other, false, depth))
  }
  return fields.length === 0 ? '' : `<ul class="fields">${fields.join('\n')}</ul>`
}

/** A field, or, without a name, any other field. */
function fieldItem(
  reading: Reading,
  name: string | undefined,
  schema: Schema,
  isRequired: boolean,
  depth: number,
): string {
  const about = schema.description ?? describedAt(reading, schema)
  const within = depth > 0 ? withinOf(reading, schema, depth) : ''
  return `<li>${name === undefined ? 'Any other name' : `<code>${escapeHtml(name)}</code>`} <span class="type">${typeOf(schema)}</span>${
    isRequired ? ' <span class="required">required</span>' : ''
  }${valuesOf(reading, schema)}${limitsOf(schema)}${about ? `<p>${lineOf(about)}</p>` : ''}${within}</li>`
}

/** The content of a field, or of the items of its list, behind a disclosure. */
function withinOf(reading: Reading, schema: Schema, depth: number): string {
  const choices = [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.items?.anyOf ?? [])]
  return choices
    .filter((choice) => choice !== undefined)
    .map((choice) => {
      const fields = membersHtml(reading, choice, depth - 1)
      const title = choice.$ref ? nameOf(choice.$ref) : 'its fields'
      return fields && `<details><summary>${escapeHtml(title)}</summary>${fields}</details>`
    })
    .join('')
}

function describedAt(reading: Reading, { $ref }: Schema): string | undefined {
  return $ref ? reading.schemas.get(nameOf($ref))?.description : undefined
}

/** The values of a named type that has few of them. */
function valuesOf(reading: Reading, { $ref }: Schema): string {
  const values = $ref ? reading.schemas.get(nameOf($ref))?.enum : undefined
  if (!values || values.length > MOST_VALUES) return ''
  return ` <span class="limits">${values.map(literalOf).join(', ')}</span>`
}

/** How many values of a named type are listed with a field. */
const MOST_VALUES = 12

/** A type in words, with links to the shapes it names. */
function typeOf(schema: Schema): string {
  const { $ref, type, format, items, anyOf } = schema
  if ($ref) return `<a href="${schemaAddress(nameOf($ref))}">${escapeHtml(nameOf($ref))}</a>`
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if ('const' in schema) return literalOf(schema.const)
  if (schema.enum) return schema.enum.map(literalOf).join(' or ')
  if (items) return `list of ${items.anyOf ? `(${typeOf(items)})` : typeOf(items)}`
  const names = [type ?? 'any value'].flat().map((name) => (name === 'array' ? 'list' : name))
  const text = names.join(' or ')
  return escapeHtml(format ? `${text} (${format})` : text)
}

const literalOf = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`

/** What a value has to keep to, in words. */
function limitsOf(schema: Schema): string {
  const limits = [
    rangeOf(schema.minLength, schema.maxLength, ' characters'),
    rangeOf(schema.minItems, schema.maxItems, ' items'),
    rangeOf(schema.minimum, schema.maximum),
    patternOf(schema),
  ].filter(Boolean)
  return limits.length === 0 ? '' : ` <span class="limits">${limits.join(', ')}</span>`
}

function rangeOf(least: number | undefined, most: number | undefined, unit = '') {
  // Any whole number that JSON can carry is no limit.
  const [from, to] = [least, most].map((value) =>
    value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER
      ? undefined
      : value.toLocaleString('en-US'),
  )
  if (from && to) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`
  if (to) return `up to ${to}${unit}`
  return from && `${from} or more${unit}`
}

function patternOf({ pattern }: Schema): string | undefined {
  if (pattern === VISIBLE) return 'not blank'
  return pattern && `matches <code>${escapeHtml(pattern)}</code>`
}
