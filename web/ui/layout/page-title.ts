import { useDocumentTitle } from '@mantine/hooks'

const END = ' · Sourcebook'

/** The document's title of a page: what of it is shown first, then what it is. */
export const documentTitle = (title: string, part?: string): string =>
  `${part ? `${part} · ` : ''}${title}${END}`

/** Titles the document while the page is open. */
export function usePageTitle(title: string, part?: string): void {
  useDocumentTitle(documentTitle(title, part))
}

/** What the page that is open is called; nothing while it is still to say. */
export const pageTitle = (): string | undefined =>
  document.title.endsWith(END) ? document.title.slice(0, -END.length) : undefined
