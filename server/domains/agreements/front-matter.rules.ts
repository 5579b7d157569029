import type * as Yaml from 'yaml'
import {
  type AgreementKind,
  agreementKinds,
  type FundingPeriod,
  fundingPeriods,
} from '../../../contract/agreements/agreements.ts'
import { lazily } from '../../platform/lazy.ts'
import { markdownToHtml } from '../../platform/markdown.rules.ts'
import { fine, type Read } from '../../platform/read.rules.ts'
import { placeholderProblems } from './placeholders.rules.ts'

const yaml = lazily<typeof Yaml>('yaml')

/** A version of an agreement, as read from its file. */
export interface Publication {
  kind: AgreementKind
  title: string
  version: string
  /** RFC 3339, UTC, milliseconds. */
  effectiveAt: string
  requiresResign: boolean
  minimumFunding: { amountMinor: number; period: FundingPeriod } | null
  /** Markdown. */
  bodySource: string
  bodyHtml: string
}

/** The version, or every problem of its file, each with what to write instead. */
export type ReadPublication = { publication: Publication } | { problems: string[] }

const MAX_BYTES = 256 * 1024
const FILE = /^---[ \t]*\n([\s\S]*?)^---[ \t]*(?:\n|$)([\s\S]*)$/m
const EXAMPLE = `---
kind: broker_agreement
title: Broker agreement
version: "1.0"
effectiveAt: 2026-12-01T00:00:00Z
---
The text, in Markdown.`

/** Reads a file: YAML between two lines of dashes, then the text in Markdown. */
export function readPublication(file: string): ReadPublication {
  if (Buffer.byteLength(file) > MAX_BYTES) {
    return { problems: [`the file is larger than ${MAX_BYTES / 1024} KiB; shorten the text`] }
  }
  const sent = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (/[\0\uFFFD]/.test(sent)) return { problems: ['the file is not UTF-8 text; save it as UTF-8'] }
  const [, head, body = ''] = sent.startsWith('---') ? (FILE.exec(sent) ?? []) : []
  if (head === undefined) {
    return { problems: [`the file does not begin with its front matter; write\n${EXAMPLE}`] }
  }
  const fields = readFields(head)
  if ('problems' in fields) return fields
  const [front, text] = [readHead(fields.fields), readBody(body)]
  const problems = [...front.problems, ...text.problems]
  if (problems.length > 0) return { problems }
  return { publication: { ...front.value, ...text.value } as Publication }
}

type Fields = Record<string, unknown>

/** Reads every value as text, so that the version `1.0` does not become a number. */
function readFields(head: string): { fields: Fields } | { problems: string[] } {
  // The line break stands for the first dashes, so that line numbers in messages are the file's.
  const document = yaml().parseDocument(`\n${head}`, { schema: 'failsafe' })
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map(
        ({ message }) =>
          `the front matter is not YAML: ${message.split('\n')[0]!.replace(/:$/, '')}`,
      ),
    }
  }
  let fields: unknown
  try {
    fields = document.toJS({ maxAliasCount: 0 })
  } catch {
    return { problems: ['the front matter has an alias; write the value itself'] }
  }
  if (!isFields(fields)) {
    return { problems: ['the front matter has no fields; write kind: broker_agreement and so on'] }
  }
  return { fields }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const known = ['kind', 'title', 'version', 'effectiveAt', 'requiresResign', 'minimumFunding']

type ReadText<T> = Read<T, string>

function readHead(fields: Fields): ReadText<Partial<Publication>> {
  const unknown = Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: is not a field of an agreement; write one of ${known.join(', ')}`)
  const read = <T>(
    name: string,
    check: (text: string) => T | undefined,
    write: string,
  ): ReadText<T | undefined> => {
    const value = fields[name]
    const fits = typeof value === 'string' && value !== '' ? check(value) : undefined
    if (fits !== undefined) return fine(fits)
    const is =
      value === undefined ? 'is missing' : `${JSON.stringify(value)} is not a valid ${name}`
    return { value: undefined, problems: [`${name}: ${is}; write ${write}`] }
  }
  const head = {
    kind: read('kind', oneOf(agreementKinds), `one of ${agreementKinds.join(', ')}`),
    title: read('title', titleOf, 'title: Broker agreement, with up to 200 characters in one line'),
    version: read(
      'version',
      versionOf,
      'version: "1.0", with up to 100 letters, digits, dots, dashes and underscores',
    ),
    effectiveAt: read(
      'effectiveAt',
      instantOf,
      'effectiveAt: 2026-12-01T00:00:00Z, a time with its zone, or 2026-12-01 for the start of that day in UTC',
    ),
    requiresResign:
      'requiresResign' in fields
        ? read('requiresResign', booleanOf, 'requiresResign: true or requiresResign: false')
        : fine(false),
    minimumFunding: readFunding(fields.minimumFunding),
  }
  const values = Object.entries(head).map(([name, { value }]) => [name, value])
  const problems = Object.values(head).flatMap(({ problems }) => problems)
  return { value: Object.fromEntries(values), problems: [...unknown, ...problems] }
}

function readFunding(value: unknown): ReadText<Publication['minimumFunding']> {
  if (value === undefined) return fine(null)
  if (!isFields(value)) {
    const none = 'minimumFunding: has no fields; write {amountMinor: 5000000, period: quarter}'
    return { value: null, problems: [none] }
  }
  const problems = Object.keys(value)
    .filter((name) => !['amountMinor', 'period'].includes(name))
    .map((name) => `minimumFunding.${name}: is not a field of it; write amountMinor and period`)
  const amountMinor = minorUnits(String(value.amountMinor))
  const period = oneOf(fundingPeriods)(String(value.period))
  if (amountMinor === undefined) {
    problems.push(
      'minimumFunding.amountMinor: is not an amount; write minor units up to 9007199254740991, such as 5000000 for $50,000.00',
    )
  }
  if (period === undefined) {
    problems.push(
      `minimumFunding.period: is not a period; write one of ${fundingPeriods.join(', ')}`,
    )
  }
  return {
    value: amountMinor === undefined || period === undefined ? null : { amountMinor, period },
    problems,
  }
}

function readBody(source: string): ReadText<Partial<Publication>> {
  const bodySource = source.replace(/^\n+/, '')
  if (!/\S/.test(bodySource)) {
    const missing = 'the text is missing; write it in Markdown below the second line of dashes'
    return { value: {}, problems: [missing] }
  }
  const bodyHtml = htmlOf(bodySource)
  if (bodyHtml === undefined || !/\S/.test(bodyHtml.replace(/<[^>]*>/g, ''))) {
    const empty = 'the text has nothing that can be shown; write it in plain Markdown'
    return { value: {}, problems: [empty] }
  }
  const problems = placeholderProblems(bodySource, bodyHtml).map((what) => `the text ${what}`)
  return { value: { bodySource, bodyHtml }, problems }
}

/** Undefined for a text that nests deeper than the Markdown parser can follow. */
function htmlOf(source: string): string | undefined {
  try {
    return markdownToHtml(source)
  } catch {
    return undefined
  }
}

const oneOf =
  <const V extends readonly string[]>(values: V) =>
  (text: string): V[number] | undefined =>
    values.find((value) => value === text)
const booleanOf = (text: string) => ({ true: true, false: false })[text]
const titleOf = (text: string) => (/^(?=.*\S)[^\0-\x1f\x7f]{1,200}$/.test(text) ? text : undefined)
const versionOf = (text: string) => (/^[A-Za-z0-9][\w.-]{0,99}$/.test(text) ? text : undefined)

/** An amount in minor units. Undefined if it is not a whole number, or too large to be exact. */
export const minorUnits = (text: string): number | undefined =>
  /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined

const INSTANT = /^((\d{4})-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

function instantOf(text: string): string | undefined {
  const [, day, year] = INSTANT.exec(text) ?? []
  if (day === undefined || Number(year) < 1970) return undefined
  const midnight = new Date(`${day}T00:00:00Z`)
  const at = new Date(text)
  // Date reads February 30 as a day in March.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return isDay && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}
