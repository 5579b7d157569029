/** What a screen of the app needs at first: its files, and its requests, which have parts of its address. */
export interface Screen {
  /** `/records/:key` */
  path: string
  files: readonly string[]
  asks: readonly string[]
}

/** The part of an address that a screen’s requests may repeat: nothing that could end an attribute of HTML. */
const PART = '([\\w%.~-]+)'

/**
 * The links by which a document tells the browser what to fetch beside it.
 * @param path of the address, without its query; empty if no screen has it
 */
export function preloadLinks(screens: readonly Screen[], path: string): string {
  for (const screen of screens) {
    const names = [...screen.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const pattern = screen.path.replaceAll(/:\w+/g, PART)
    const parts = new RegExp(`^${pattern}$`).exec(path)?.slice(1)
    if (!parts) continue
    const asks = screen.asks.map((ask) =>
      ask.replaceAll(/:(\w+)/g, (_, name: string) => parts[names.indexOf(name)]!),
    )
    return [
      ...screen.files.map((file) => `<link rel="modulepreload" crossorigin href="${file}" />`),
      ...asks.map((ask) => `<link rel="preload" as="fetch" crossorigin href="${ask}" />`),
    ].join('\n')
  }
  return ''
}
