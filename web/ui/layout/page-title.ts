import { useDocumentTitle } from '@mantine/hooks'

const END = ' · Sourcebook'

/** The document's title: first the open part of the page, then the page. */
export const documentTitle = (title: string, part?: string): string =>
  `${part ? `${part} · ` : ''}${title}${END}`

/** Sets the document's title while the page is open. */
export function usePageTitle(title: string, part?: string): void {
  useDocumentTitle(documentTitle(title, part))
}

/** The title of the open page, if it has one yet. */
export const pageTitle = (): string | undefined =>
  document.title.endsWith(END) ? document.title.slice(0, -END.length) : undefined
