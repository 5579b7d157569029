import { cleanHtml, escapeHtml } from '../../platform/markdown.rules.ts'
import { documentPage, factsOf } from './documents.rules.ts'
import type { Evidence } from './evidence.rules.ts'

type Shown = Evidence['documents'][number]

/**
 * The evidence as a page to print. It shows each document, with a link that saves the document byte for byte: the file
 * has the SHA-256 that was signed.
 */
export function evidencePage(evidence: Evidence): string {
  const { title, kind, workspace, madeAt, documents } = evidence
  const head = factsOf([
    ['Agreement', `${title} (${kind})`],
    ['Workspace', `${workspace.name} (${workspace.id})`],
    ['Made at', madeAt],
  ])
  const parts = documents.map((shown) => documentPart(kind, shown))
  const content = parts.join('') || '<p>Nobody has viewed or signed it yet.</p>\n'
  return `${documentPage(
    `Evidence: ${title}`,
    `<main>\n<header>\n<h1>Evidence: ${escapeHtml(title)}</h1>\n${head}</header>\n${content}</main>\n`,
  )}</body>\n</html>\n`
}

function documentPart(kind: string, { version, effectiveAt, ...shown }: Shown): string {
  const bytes = Buffer.from(shown.document, 'utf8').toString('base64')
  const name = escapeHtml(`${kind}-${version}.html`)
  const head = factsOf([
    ['Effective at', effectiveAt],
    ['SHA-256', shown.documentHash],
  ])
  return `<section>
<h2>Version ${escapeHtml(version)}</h2>
${head}<p><a download="${name}" href="data:application/octet-stream;base64,${bytes}">Save the document, byte for byte</a></p>
<h3>Signatures</h3>
${shown.signatures.map(signaturePart).join('') || '<p>None.</p>\n'}<h3>Views</h3>
${shown.views.map(viewPart).join('') || '<p>None.</p>\n'}<h3>The document</h3>
<blockquote>
${readable(shown.document)}
</blockquote>
</section>
`
}

const signaturePart = (signature: Shown['signatures'][number]): string =>
  factsOf([
    [signature.forWorkspace ? 'Signed for the workspace by' : 'Signed by', signature.signerName],
    ['Title', signature.signerTitle],
    ['Signed at', signature.signedAt],
    ['Account', `${signature.email} (${signature.accountId}, seat ${signature.crmUserId})`],
    ['Address', signature.address],
    ['User agent', signature.userAgent],
    ['SHA-256 of what was signed', signature.documentHash],
    ['Signature', signature.id],
  ])

const viewPart = (view: Shown['views'][number]): string =>
  factsOf([
    ['Viewed by', `${view.name} (${view.accountId}, seat ${view.crmUserId})`],
    ['First', view.firstViewedAt],
    ['Last', view.lastViewedAt],
    ['Times', String(view.viewCount)],
  ])

/** The content of the document's `body`, cleaned once more. */
const readable = (document: string): string =>
  cleanHtml(document.slice(document.indexOf('<body>') + '<body>'.length)).trim()
