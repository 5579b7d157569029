import { VERSION } from '../contract/language/version.ts'
import { nearMiss } from '../shared/nearest.ts'
import { commands } from './commands/table.ts'
import { damage, isDamage } from './platform/database-damage.rules.ts'
import { ExpectedError } from './platform/expected-error.ts'
import { endWithLauncher } from './platform/processes/end-with-launcher.ts'
import { Refusal } from './platform/refusal.ts'
import { isOfMachine, systemFault } from './platform/system-fault.rules.ts'

endWithLauncher()
const { given, file } = withoutFile(process.argv.slice(2))
const isAsking = given.length === 0 || given[0] === 'help' || given.some(isHelpFlag)
const words = given.filter((word, i) => !isHelpFlag(word) && !(i === 0 && word === 'help'))
const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find(
  (candidate) => candidate in commands,
)

/** Takes `--config FILE` out of what was given. */
function withoutFile(all: string[]): { given: string[]; file: string | undefined } {
  const at = all.indexOf('--config')
  return at < 0
    ? { given: all, file: undefined }
    : { given: all.toSpliced(at, 2), file: all[at + 1] ?? '' }
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h'
}

function rest(): string[] {
  return words.slice(name?.split(' ').length ?? 0)
}

/** The commands that begin with the first word that was given; all of them if none was. */
function near(): string[] {
  const all = Object.keys(commands)
  return words[0] === undefined ? all : all.filter((one) => one.startsWith(`${words[0]} `))
}

function help(which: string[]): string {
  const lines = which.map((command) => {
    const { usage, about } = commands[command]!
    return `${`  sourcebook ${command} ${usage}`.trimEnd()}\n      ${about}\n`
  })
  return `Usage:\n${lines.join('')}${SETTINGS}`
}

const SETTINGS = `Settings are environment variables. "--config FILE" takes them from a file as well, as does SOURCEBOOK_ENV; the
installed command takes them from /etc/sourcebook.env. "sourcebook config" lists them.
`

/** The command that was mistyped, if one is near enough. */
function meant(): string[] {
  const typed = [words.slice(0, 2).join(' '), words[0]!]
  return typed.flatMap((one) => nearMiss(one, Object.keys(commands)) ?? []).slice(0, 1)
}

function hint(): string {
  const known = near().length > 0 ? near() : meant()
  const those = known.length === 0 ? '' : ` Did you mean: ${known.join(', ')}?`
  return `There is no command "${words.join(' ')}".${those} "sourcebook help" lists them all.\n`
}

async function run(command: string): Promise<void> {
  try {
    const { addSettings, becomeOwner } = await import('./commands/settings-file.ts')
    addSettings(process.env, file)
    if (!commands[command]!.serves) await becomeOwner(process.env)
    // Await it here: a command that never finishes must not exit with 0.
    await commands[command]!.run(rest())
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) {
      const [problem] = (error as Error).message.split('. ')
      console.error(`${problem}. "sourcebook help ${command}" says what it takes.`)
    } else if (error instanceof ExpectedError || error instanceof Refusal) {
      console.error(error.message)
    } else if (isDamage(error)) console.error(damage(error.message, error.detail ?? ''))
    else console.error(isOfMachine(error) ? `It cannot go on: ${systemFault(error)}.` : error)
    if ((error as Error).name === 'ConfigError') {
      const { misspelled } = await import('./platform/config.ts')
      for (const sentence of misspelled(process.env)) console.error(sentence)
    }
    process.exit(1)
  }
}

if (['version', '--version', '-v'].includes(given[0]!)) console.log(VERSION)
else if (isAsking && (name !== undefined || near().length > 0)) {
  process.stdout.write(help(name === undefined ? near() : [name]))
} else if (name !== undefined) await run(name)
else {
  process.stderr.write(hint())
  process.exitCode = 2
}
