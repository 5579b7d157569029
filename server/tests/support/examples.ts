/** A `curl` command of a Markdown page, and what the page says of its answer. */
export interface Example {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  /** From a fence `json <status>` that follows. */
  expected?: { status: number; body: unknown }
}

const FENCE = /^```(\w+)(?: (\d{3}))?\n([\s\S]*?)^```$/gm

/** Every `curl` of the page's `sh` fences, `$NAME` filled in. */
export function examplesOf(markdown: string, variables: Record<string, string>): Example[] {
  const found: Example[] = []
  for (const [, language, status, text] of markdown.matchAll(FENCE)) {
    if (language === 'json' && status !== undefined && found.length > 0) {
      found.at(-1)!.expected = { status: Number(status), body: JSON.parse(text!) }
    }
    if (language !== 'sh') continue
    for (const command of text!.split(/^(?=curl )/m)) {
      if (command.startsWith('curl ')) found.push(curl(words(command, variables)))
    }
  }
  return found
}

/** The words of a command as a shell reads them: quotes, `$NAME` outside of single ones, `\` at a line's end. */
function words(command: string, variables: Record<string, string>): string[] {
  const parts = command.replace(/\\\n/g, ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)
  return [...parts].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, single, double, bare) =>
      single !== undefined ? single : filled(double ?? bare, variables),
    ),
  )
}

function filled(text: string, variables: Record<string, string>): string {
  return text.replace(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined)
      throw new Error(`an example uses $${name}, which the test does not set`)
    return value
  })
}

function curl([, ...args]: string[]): Example {
  const example: Example = { method: 'GET', url: '', headers: {} }
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    if (word === '-X') example.method = args[++at]!
    else if (word === '-d') example.body = args[++at]!
    else if (word === '-H') {
      const [, name, value] = /^([^:]+): *(.*)$/.exec(args[++at]!)!
      example.headers[name!.toLowerCase()] = value!
    } else if (word.startsWith('-')) throw new Error(`the examples' reader knows no ${word}`)
    else example.url = word
  }
  return example
}

/** A body with its ids and times made alike, so that two runs compare. */
export const masked = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)'),
  )
