import { createHash } from 'node:crypto'
import type { AgreementKind, FundingPeriod } from '../../../contract/agreements/agreements.ts'
import { amountText, majorOf } from '../../../shared/amounts.ts'
import { escapeHtml } from '../../platform/markdown.rules.ts'
import { filledIn } from './placeholders.rules.ts'

export interface Funding {
  amountMinor: number
  period: FundingPeriod
}

/** What a document is made from. It does not depend on the reader or on the time of reading. */
export interface DocumentFacts {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: Date
  bodyHtml: string
  /** The workspace's name and currency. */
  name: string
  currency: string
  minimumFunding: Funding | null
}

/** `$50,000.00 per quarter`. Always with cents: the text of a document, and so its hash, must not change. */
export function fundingText(funding: Funding | null, currency: string): string {
  if (funding === null) return 'none'
  const style = { locale: 'en-US', cents: true }
  const amount = amountText(majorOf(funding.amountMinor, currency), currency, style).replace(
    '\u00a0',
    ' ',
  )
  return `${amount} per ${funding.period}`
}

/** `December 1, 2026`, in UTC. */
export const dateText = (at: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at)

const STYLE = `body{margin:2rem auto;max-width:46rem;padding:0 1rem;font:1rem/1.5 Georgia,serif;color:#1a1a1a}
header{border-bottom:1px solid #bbb;margin-bottom:1.5rem}
dl{display:grid;grid-template-columns:fit-content(45%) 1fr;gap:.25rem 1.5rem}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.25rem .5rem;vertical-align:top}
section{border-top:1px solid #bbb;margin-top:2rem}
code{overflow-wrap:anywhere}`

/**
 * A self-contained page without scripts. It leaves out the end tags of `body` and `html`, as HTML allows, so that
 * signatures can be appended to the page without changing the bytes that were signed.
 */
export const documentPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}
</style>
</head>
<body>
${content}`

/** A definition list of names and values, escaped. */
export const factsOf = (facts: readonly (readonly [string, string])[]): string =>
  `<dl>\n${facts
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt>\n<dd>${escapeHtml(value)}</dd>\n`)
    .join('')}</dl>\n`

/** The document that a workspace reads and signs, without signatures. */
export function documentOf(facts: DocumentFacts): string {
  const { title, version, effectiveAt, bodyHtml, name, currency, minimumFunding } = facts
  const effectiveDate = dateText(effectiveAt)
  const funding = fundingText(minimumFunding, currency)
  const body = filledIn(bodyHtml, {
    legalName: name,
    workspaceName: name,
    version,
    effectiveDate,
    minimumFunding: funding,
  })
  const head = factsOf([
    ['Version', version],
    ['Effective', effectiveDate],
    ['Legal name', name],
    ...(minimumFunding ? ([['Minimum funding', funding]] as const) : []),
  ])
  return documentPage(
    `${title}, version ${version}`,
    `<main>\n<header>\n<h1>${escapeHtml(title)}</h1>\n${head}</header>\n${body.trimEnd()}\n</main>\n`,
  )
}

/** SHA-256 of the text's UTF-8, in hexadecimal. */
export const textHash = (document: string): string =>
  createHash('sha256').update(document, 'utf8').digest('hex')

export interface SignatureLine {
  forWorkspace: boolean
  signerName: string
  signerTitle: string
  signedAt: Date
  version: string
  documentHash: string
}

/** The section with the signatures, which is appended to a document. */
export function signatureBlock(signatures: readonly SignatureLine[]): string {
  if (signatures.length === 0) return ''
  const blocks = signatures.map((signature) =>
    factsOf([
      [
        signature.forWorkspace ? 'Accepted for the workspace by' : 'Accepted by',
        signature.signerName,
      ],
      ['Title', signature.signerTitle],
      ['Signed', signature.signedAt.toISOString()],
      ['Version', signature.version],
      ['SHA-256 of that document', signature.documentHash],
    ]),
  )
  return `<section>\n<h2>Signatures</h2>\n${blocks.join('')}</section>\n`
}
