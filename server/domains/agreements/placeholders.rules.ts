import { escapeHtml } from '../../platform/markdown.rules.ts'

/** The placeholders of a published text, which are filled in for each workspace. */
export const placeholders = [
  'legalName',
  'workspaceName',
  'version',
  'effectiveDate',
  'minimumFunding',
] as const
export type Placeholder = (typeof placeholders)[number]

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)
const isKnown = (name: string): name is Placeholder =>
  (placeholders as readonly string[]).includes(name)

/**
 * The problems of a body's placeholders, each with what to write instead.
 *
 * @param html the HTML made from the source. Only placeholders that are still in its text can be filled in.
 */
export function placeholderProblems(source: string, html: string): string[] {
  const names = namesIn(source)
  const problems = [...new Set(names)]
    .filter((name) => !isKnown(name))
    .map(
      (name) =>
        `{{${name}}} is not a placeholder; write one of ${placeholders.map((p) => `{{${p}}}`).join(', ')}`,
    )
  if (/\{\{|\}\}/.test(source.replace(PLACEHOLDER, ''))) {
    problems.push('has {{ or }} without the other; write a placeholder as {{legalName}}')
  }
  const text = namesIn(html.replace(/<[^>]*>/g, '\n'))
  if (problems.length === 0 && names.join() !== text.join()) {
    problems.push(
      'has a placeholder where it cannot be filled in: in a link’s address, an attribute, a comment or between marks; write it in plain text',
    )
  }
  return problems
}

/** Fills values into cleaned HTML. Each is escaped, so it stays text whatever it contains. */
export const filledIn = (html: string, values: Record<Placeholder, string>): string =>
  html.replace(PLACEHOLDER, (whole, name: string) =>
    isKnown(name) ? escapeHtml(values[name]) : whole,
  )
