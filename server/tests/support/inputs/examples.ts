/** A `curl` command of a Markdown page, and the answer that the page promises. */
export interface Example {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  /** The parts of a form. */
  form?: Record<string, string | File>
  /** From the fence `json <status>` that follows. */
  expected?: { status: number; body: unknown }
}

/** A file that the page tells its reader to make. */
const FILE = /^cat > (\S+) <<'(\w+)'\n([\s\S]*?)^\2$/gm
const FENCE = /^```(\w+)(?: (\d{3}))?\n([\s\S]*?)^```$/gm

/**
 * Every `curl` in the page's `sh` fences, with `$NAME` filled in. Each is read once the one before has been taken, so that
 * it can use what an answer says.
 */
export function* examplesOf(
  markdown: string,
  variables: Readonly<Record<string, string>>,
): Generator<Example> {
  const files = new Map([...markdown.matchAll(FILE)].map(([, name, , text]) => [name!, text!]))
  const found: { command: string; expected?: Example['expected'] }[] = []
  for (const [, language, status, text] of markdown.matchAll(FENCE)) {
    if (language === 'json' && status !== undefined && found.length > 0) {
      found.at(-1)!.expected = { status: Number(status), body: JSON.parse(text!) }
    }
    if (language !== 'sh') continue
    for (const command of text!.split(/^(?=curl )/m)) {
      if (command.startsWith('curl ')) found.push({ command })
    }
  }
  for (const { command, ...expected } of found) {
    yield { ...curl(words(command, variables), files), ...expected }
  }
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

function curl([, ...args]: string[], files: ReadonlyMap<string, string>): Example {
  const example: Example = { method: 'GET', url: '', headers: {} }
  const parameters: string[] = []
  let inUrl = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    if (word === '-X') example.method = args[++at]!
    else if (word === '-G') inUrl = true
    else if (word === '-d' && inUrl) parameters.push(args[++at]!)
    else if (word === '--data-urlencode') {
      const [, name, value] = /^(\w+)=([\s\S]*)$/.exec(args[++at]!)!
      parameters.push(`${name}=${encodeURIComponent(value!)}`)
    } else if (word === '-d') example.body = args[++at]!
    else if (word === '-H') {
      const [, name, value] = /^([^:]+): *(.*)$/.exec(args[++at]!)!
      example.headers[name!.toLowerCase()] = value!
    } else if (word === '-F') {
      const [, name, value] = /^(\w+)=([\s\S]*)$/.exec(args[++at]!)!
      const file = value!.startsWith('@') ? value!.slice(1) : undefined
      example.method = 'POST'
      example.form = {
        ...example.form,
        [name!]: file === undefined ? value! : new File([files.get(file)!], file),
      }
    } else if (word === '-o') at++
    else if (word === '-N') continue
    else if (word.startsWith('-')) throw new Error(`the examples' reader knows no ${word}`)
    else example.url = word
  }
  if (parameters.length > 0) example.url += `?${parameters.join('&')}`
  return example
}

/** A body with its ids, times and random email addresses replaced, so that two runs compare. */
export const masked = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
      .replace(/(?:-[a-z2-9]{5}){2}@/g, '-(random)@')
      .replace(/(?<="lastFour":")\w{4}/g, '(four)')
      .replace(/sbt_(?:\w{36}|\.\.\.)/g, '(secret)'),
  )
