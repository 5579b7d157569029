/** How `/etc/resolv.conf` completes names: with these domains, and the name alone first if it has that many dots. */
export interface Search {
  domains: readonly string[]
  dots: number
}

/** The addresses that `/etc/hosts` has for each name. */
export function readHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address, ...names] of wordsOfLines(text)) {
    for (const name of new Set(names.map((one) => one.toLowerCase()))) {
      hosts.set(name, [...(hosts.get(name) ?? []), address!])
    }
  }
  return hosts
}

/** The last `search` or `domain` of `/etc/resolv.conf` counts. */
export function readSearch(text: string): Search {
  let search: Search = { domains: [], dots: 1 }
  for (const [key, ...values] of wordsOfLines(text)) {
    if (key === 'search' || key === 'domain') search = { ...search, domains: values }
    const dots = values.find((value) => value.startsWith('ndots:'))
    if (key === 'options' && dots) search = { ...search, dots: Number(dots.slice(6)) }
  }
  return search
}

/** The full names to ask for, one after the other. A final dot says that the name is full already. */
export function fullNames(name: string, { domains, dots }: Search): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const completed = domains.filter((one) => one !== '.').map((domain) => `${name}.${domain}`)
  return name.split('.').length > dots ? [name, ...completed] : [...completed, name]
}

const wordsOfLines = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  )
