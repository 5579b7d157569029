import type { UseFormReturnType } from '@mantine/form'
import { MOST_TITLE_CHARS } from '../../../shared/limits.ts'
import { accepted, api } from '../../service/api.ts'
import type { useOnce } from '../../service/once-reached.ts'

/** The document that somebody chooses in a form. */
export interface DocumentChoice {
  how: 'file' | 'url' | 'here'
  documentType: string
  name: string
  file: File | null
  url: string
  /** A document that was added earlier. */
  documentId: string | null
}

export const blankChoice = (requiredType: string | null): DocumentChoice => ({
  how: 'file',
  documentType: requiredType ?? '',
  name: '',
  file: null,
  url: '',
  documentId: null,
})

/** The fields that are missing. */
export function choiceProblems({ how, file, url, documentId }: DocumentChoice) {
  if (how === 'file') return file ? {} : { file: 'Select a file.' }
  if (how === 'url') return url.trim() ? {} : { url: 'Enter an address.' }
  return documentId ? {} : { documentId: 'Select a document.' }
}

/**
 * The number of the chosen document, if any. A new one is added here, only once, however often the form is sent. While the
 * connection is away, it waits.
 * @throws Refused
 */
export async function settleDocument(
  form: UseFormReturnType<DocumentChoice>,
  once: ReturnType<typeof useOnce>,
): Promise<number | undefined> {
  const choice = form.getValues()
  if (Object.keys(choiceProblems(choice)).length > 0) return undefined
  if (choice.how === 'here') return Number(choice.documentId)
  const body = bodyOf(choice)
  const { data } = await accepted(once((how) => api.documents.create(body, how)))
  form.setValues({ how: 'here', documentId: String(data.id) })
  return data.id
}

function bodyOf({ how, documentType, name, file, url }: DocumentChoice) {
  const named = name.trim() === '' ? {} : { name: name.trim() }
  const type = documentType.trim() || 'document'
  return how === 'file' && file
    ? { documentType: type, file, ...named }
    : { documentType: type, url: url.trim(), name: name.trim() || nameOfUrl(url) }
}

/** The last part of an address: its file's name. */
function nameOfUrl(url: string): string {
  const last = url.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
  return (last ?? url).slice(0, MOST_TITLE_CHARS)
}
