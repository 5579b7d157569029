import { useState } from 'react'
import { accepted, api } from '../../api.ts'

export interface DocumentChoice {
  how: 'file' | 'url' | 'here'
  documentType: string
  name: string
  file: File | null
  url: string
  /** One that was added before. */
  documentId: number | null
}

const asks = { file: 'Choose a file.', url: 'Write the address.', here: 'Choose a document.' }

/** What somebody chose to hand in: a document that is there, or one that is added once the form is sent. */
export function useDocumentChoice(requiredType: string | null) {
  const [choice, setChoice] = useState<DocumentChoice>({
    how: 'file',
    documentType: requiredType ?? '',
    name: '',
    file: null,
    url: '',
    documentId: null,
  })
  const isMade =
    choice.how === 'here'
      ? choice.documentId !== null
      : choice.how === 'file'
        ? choice.file !== null
        : choice.url.trim() !== ''
  return {
    choice,
    change: (part: Partial<DocumentChoice>) => setChoice((before) => ({ ...before, ...part })),
    /** What is still to be done. */
    problem: isMade ? undefined : asks[choice.how],
    /**
     * The document's number; adds it where it is new, and once only, however often the form is sent.
     * @throws Refused
     */
    async settle(): Promise<number | undefined> {
      if (!isMade) return undefined
      if (choice.how === 'here') return choice.documentId ?? undefined
      const { data } = await accepted(api.documents.create(bodyOf(choice)))
      setChoice((before) => ({ ...before, how: 'here', documentId: data.id }))
      return data.id
    },
  }
}

function bodyOf({ how, documentType, name, file, url }: DocumentChoice) {
  const named = name.trim() === '' ? {} : { name: name.trim() }
  const type = documentType.trim() || 'document'
  return how === 'file' && file
    ? { documentType: type, file, ...named }
    : { documentType: type, url: url.trim(), name: name.trim() || nameOfUrl(url) }
}

/** The last part of an address: what its file is called. */
function nameOfUrl(url: string): string {
  const last = url.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
  return (last ?? url).slice(0, 300)
}
