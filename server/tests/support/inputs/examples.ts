import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { discard, temporaryDirectory } from '../machine/temporary.ts'

/** Commands of a Markdown page, and the answer that the page promises for the last of them. */
interface Example {
  commands: string
  /** From the fence `json <status>` that follows. */
  expected?: { status: number; body: unknown }
}

/** An example that was run. */
export interface Followed extends Example {
  /** The status and the address of each request, and what curl said if it got no answer. */
  requests: string[]
  /** The body of the last answer. */
  answer: string
}

/** Tests that follow a page are skipped on a machine without curl. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0

const docs = new URL('../../../../', import.meta.url)

/** The text of a page, by its path in the repository. */
export const textOf = (path: string): Promise<string> => readFile(new URL(path, docs), 'utf8')

const FENCE = /^```(sh|json (\d{3}))\n([\s\S]*?)^```$/gm
/** Fences for operators, and for a program that not every reader has. */
const NOT_RUN = /^(?:sourcebook|npm|jq) /

function examplesOf(markdown: string): Example[] {
  const examples: Example[] = []
  for (const [, , status, text] of markdown.matchAll(FENCE)) {
    if (status) examples.at(-1)!.expected = { status: Number(status), body: JSON.parse(text!) }
    else if (!NOT_RUN.test(text!)) examples.push({ commands: text! })
  }
  return examples
}

/**
 * Notes what each curl of a step was answered. Of a stream, which has no end, it reads the first line. A variable that the page
 * has not set ends the script.
 */
const CURL = `
set -au
exec > /dev/null
curl() {
  case " $* " in
    *' -N '*) command curl -si "$@" | sed -n 's/^HTTP[^ ]* //p;q' >> $STEP.requests ;;
    *) command curl -sS -w '%{stderr}%{http_code} %{url_effective}\\n' "$@" 2>> $STEP.requests | tee $STEP.answer ;;
  esac
}
`

/**
 * Runs the commands of a page in their order, in one shell and an empty directory. A page that links to the commands of
 * signing in has them run first.
 *
 * @param given what the reader puts in place of what `export NAME=…` has on the page.
 * @returns the examples, and all variables at the end.
 */
export async function follow(markdown: string, given: Readonly<Record<string, string>>) {
  const [signIn] = examplesOf(await textOf('docs/integrate/curl.md'))
  const examples = examplesOf(markdown)
  const steps = markdown.includes('curl.md#sign-in') ? [signIn!, ...examples] : examples
  const directory = await temporaryDirectory()
  try {
    const commands = steps.map(({ commands }, at) => `STEP=${at}\n${filled(commands, given)}`)
    await writeFile(`${directory}/page.sh`, [CURL, ...commands, 'env > variables'].join('\n'))
    const env = { PATH: process.env.PATH }
    await promisify(execFile)('sh', ['page.sh'], { cwd: directory, env })
    const read = (name: string) => readFile(`${directory}/${name}`, 'utf8').catch(() => '')
    const variables = Object.fromEntries(
      (await read('variables')).split('\n').map((line) => line.split(/=(.*)/, 2)),
    ) as Record<string, string>
    const followed = await Promise.all(
      steps.map(
        async (example, at): Promise<Followed> => ({
          ...example,
          requests: (await read(`${at}.requests`)).trim().split('\n').filter(Boolean),
          answer: await read(`${at}.answer`),
        }),
      ),
    )
    return { examples: followed, variables }
  } finally {
    await discard(directory)
  }
}

const filled = (commands: string, given: Readonly<Record<string, string>>): string =>
  commands.replace(/^export (\w+)=\S+/gm, (line, name: string) =>
    given[name] === undefined ? line : `export ${name}='${given[name]}'`,
  )

/** Requests that were not answered as the page says: with success, unless it shows another answer to the last one. */
export function unanswered({ requests, expected }: Followed): string[] {
  const statuses = requests.map((_, at) =>
    expected && at === requests.length - 1 ? String(expected.status) : '2',
  )
  return requests.filter((request, at) => !request.startsWith(statuses[at]!))
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
