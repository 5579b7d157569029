import type { GuideName } from '../../../paths.ts'
import type { Definition, Guide } from '../board/developer.rules.ts'
import { formSnippet } from './form-snippet.rules.ts'

export const languages = ['curl', 'javascript', 'python', 'html'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  html: 'HTML form',
}
/** How to use a snippet, in a sentence. */
export const languageNotes: Record<Language, string> = {
  curl: 'Paste it into a terminal.',
  javascript:
    'Save it as row.mjs and run it with Node.js, or paste it into the console of this page.',
  python: 'Paste it into Python 3. It needs no packages.',
  html: 'Save it as row.html and open it, or put it on any website. Writes are accepted from every origin.',
}
/** The guide that says more, and what its link says. */
export const guideOf: Record<Language, { to: GuideName; text: string }> = {
  curl: { to: 'curl', text: 'More about curl' },
  javascript: { to: 'javascript', text: 'More about JavaScript' },
  python: { to: 'python', text: 'More about Python' },
  html: { to: 'form', text: 'More about forms' },
}

interface Filling {
  definition: Definition
  guide: Guide
  /** The service's address. */
  origin: string
  /** The key, or its placeholder. */
  key: string
}

/** The URL rows are sent to, at the origin that the reader uses. */
export const endpointAt = (origin: string, { endpoint }: Guide): string =>
  origin + new URL(endpoint).pathname

/** The guide's sample, as code that can be pasted and run. */
export function snippetIn(language: Language, filling: Filling, sample: number): string {
  const { guide, origin, key } = filling
  const endpoint = endpointAt(origin, guide)
  if (language === 'html') return formSnippet(filling.definition, guide, endpoint, key)
  const code = guide.samples[sample]![language].replaceAll(guide.endpoint, endpoint)
  return inPlaceOfVariable[language](code, key)
}

/** The guide's code reads the key from the environment, which is right for programs but not for trying things out. */
const inPlaceOfVariable: Record<
  Exclude<Language, 'html'>,
  (code: string, key: string) => string
> = {
  curl: (code, key) => code.replace('$SOURCEBOOK_KEY', () => key),
  javascript: (code, key) =>
    code.replace(/`Bearer \$\{process\.env\.SOURCEBOOK_KEY\}`/, () => `'Bearer ${key}'`),
  python: (code, key) =>
    code
      .replace('"Bearer " + os.environ["SOURCEBOOK_KEY"]', () => `"Bearer ${key}"`)
      .replace('import json, os, urllib.request', 'import json, urllib.request'),
}
