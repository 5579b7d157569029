import { VERSION } from '../contract/version.ts'
import { ExpectedError } from './platform/expected-error.ts'
import { endWithLauncher } from './platform/processes/end-with-launcher.ts'
import { Refusal } from './platform/refusal.ts'
import { isOfMachine, systemFault } from './platform/system-fault.rules.ts'

/** The commands of `sourcebook`, by their one or two words: what follows those, and what the command is for. */
const commands: Record<string, { usage: string; about: string; run: () => Promise<unknown> }> = {
  start: {
    usage: '',
    about: 'serve the app and the API, and do the background work, in WEB_PROCESSES processes',
    run: async () => (await import('./commands/start.ts')).start(),
  },
  web: {
    usage: '',
    about: 'serve only, in one process; run as many as you like on one database',
    run: async () => (await import('./commands/serve.ts')).serve({ web: true, worker: false }),
  },
  worker: {
    usage: '',
    about: 'do the background work only; run as many as you like',
    run: async () => (await import('./commands/serve.ts')).serve({ web: false, worker: true }),
  },
  config: {
    usage: '',
    about: 'list the settings with their values and defaults',
    run: async () => {
      const { describeConfig, loadConfig } = await import('./platform/config.ts')
      process.stdout.write(describeConfig(process.env))
      loadConfig(process.env)
    },
  },
  migrate: {
    usage: '',
    about: 'update the database to this release',
    run: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  },
  'upgrade-database': {
    usage: '[--postgres DIRECTORY] [--altered]',
    about:
      'take the embedded database to the PostgreSQL of this release, if an earlier release left one of an earlier major version; stop the service first. It needs the programs of that version: --postgres names their directory. The old database stays beside the new one. With --altered, it may have history that is not as it was sealed',
    run: async () => (await import('./commands/upgrade-database.ts')).upgradeDatabase(rest()),
  },
  distribute: {
    usage: '[--dry-run] [--shards N]',
    about:
      'distribute the tables over the nodes of a Citus cluster, each workspace on one of them; with --dry-run, only say what it would do. Killed at any moment, it has done all of it or nothing',
    run: async () => (await import('./commands/distribute.ts')).distributeCommand(rest()),
  },
  'cluster status': {
    usage: '',
    about: 'list the nodes of a Citus cluster and what they hold, and where each workspace is',
    run: async () => (await import('./commands/cluster.ts')).status(rest()),
  },
  'cluster add': {
    usage: 'HOST[:PORT] [--coordinator HOST[:PORT]]',
    about:
      'add a node to the cluster, while the service runs; --coordinator says where the nodes reach the coordinator, if that is not where DATABASE_URL leads',
    run: async () => (await import('./commands/cluster.ts')).add(rest()),
  },
  'cluster move': {
    usage: 'WORKSPACE HOST[:PORT] [--alone] [--block-writes]',
    about:
      'move a workspace to another node, while people write, with those that share its part of the tables; with --alone, without them; with --block-writes, writes wait',
    run: async () => (await import('./commands/cluster.ts')).move(rest()),
  },
  'cluster replace': {
    usage: 'HOST[:PORT] HOST[:PORT]',
    about:
      'tell the cluster that a node is lost, and that its standby has taken over: where the node was, and where the standby is',
    run: async () => (await import('./commands/cluster.ts')).replace(rest()),
  },
  backup: {
    usage:
      'FILE | --to DIRECTORY | --to s3://BUCKET/PREFIX | --base [--keep N] [--every 24h] [--force] [--skip-missing-files]',
    about:
      'write all data into one file, while the service keeps running; with --to, into a file named by its time, of which the newest N stay, and again and again with --every; with --base, a base copy into WAL_ARCHIVE, from which any later moment can be restored',
    run: async () => (await import('./commands/backup.ts')).backup(rest()),
  },
  restore: {
    usage: 'FILE | --at TIME [--from DIRECTORY] [--moved]',
    about:
      'restore a backup into an empty database; stop the service it was taken from first. With --at, restore the moment, such as 2026-11-26T14:03:00Z or latest, from WAL_ARCHIVE or that directory into a new DATA_DIR',
    run: async () => (await import('./commands/restore.ts')).restore(rest()),
  },
  verify: {
    usage: '[FILE] [--expect HEAD]',
    about:
      'check that no entry of history, of the ledger, of events and no signature was altered, removed or added since it was sealed: in the database, or in a backup; with --expect, also that a chain goes on from a head that an earlier verify printed (or from those in a file)',
    run: async () => (await import('./commands/verify.ts')).verify(rest()),
  },
  doctor: {
    usage: '[--drill FILE | DIRECTORY]',
    about:
      'check the settings, the database, the role that requests run as, the secret key, and that history is sealed; with --drill, restore that backup, or the newest in that directory, into a database of its own, and verify it',
    run: async () => (await import('./commands/doctor.ts')).doctor(rest()),
  },
  'workspace create': {
    usage: '--name NAME [--slug SLUG] [--plan PLAN]',
    about: 'create a workspace',
    run: async () => (await import('./commands/workspace.ts')).create(rest()),
  },
  'workspace plan': {
    usage: 'SLUG free|pro|business|enterprise',
    about: 'set the plan of a workspace',
    run: async () => (await import('./commands/workspace.ts')).plan(rest()),
  },
  'workspace list': {
    usage: '',
    about: 'list the workspaces',
    run: async () => (await import('./commands/workspace.ts')).list(),
  },
  'user create': {
    usage:
      '--email EMAIL --name NAME --workspace SLUG --role ROLE [--password PASSWORD | --password-stdin] [--existing]',
    about:
      'give a person a seat, with that password, or one from standard input, which is asked for at a terminal (without either, it makes one up and prints it). It refuses an email address that already has an account; --existing gives that account the seat, replaces its password and ends its sessions',
    run: async () => (await import('./commands/user.ts')).create(rest()),
  },
  'user password': {
    usage: 'EMAIL [--password PASSWORD | --password-stdin]',
    about:
      'set a password, which may come from standard input (without one, it makes one up and prints it), and end all sessions',
    run: async () => (await import('./commands/user.ts')).password(rest()),
  },
  'key revoke': {
    usage: 'KEY_ID',
    about: 'revoke a board or page key',
    run: async () => (await import('./commands/key.ts')).revoke(rest()),
  },
  'rotate-key': {
    usage: '',
    about:
      'seal every stored secret again with a new key, while the service runs; with SECRET_KEY set, set the new one and SECRET_KEY_BEFORE first',
    run: async () => (await import('./commands/rotate-key.ts')).rotateKey(),
  },
  'secret-key replace': {
    usage: '',
    about:
      'continue with the SECRET_KEY that is set, when the old one is lost; you then have to send the credentials of channels and the signing secrets of hooks again, and rotate the secrets of webhooks',
    run: async () => (await import('./commands/secret-key.ts')).replace(),
  },
  'agreement publish': {
    usage: 'FILE.md',
    about: 'publish a version of an agreement for every workspace',
    run: async () => (await import('./commands/agreement.ts')).publish(rest()),
  },
  'agreement list': {
    usage: '',
    about: 'list the published versions',
    run: async () => (await import('./commands/agreement.ts')).list(),
  },
  'agreement override': {
    usage: 'SLUG KIND --amount-minor N --period month|quarter|year | --none',
    about: 'set the minimum funding of one workspace',
    run: async () => (await import('./commands/agreement.ts')).override(rest()),
  },
}

endWithLauncher()
const given = process.argv.slice(2)
const isAsking = given.length === 0 || given[0] === 'help' || given.some(isHelpFlag)
const words = given.filter((word, i) => !isHelpFlag(word) && !(i === 0 && word === 'help'))
const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find(
  (candidate) => candidate in commands,
)

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
  return `Usage:\n${lines.join('')}`
}

function hint(): string {
  const known = near()
  const those = known.length === 0 ? '' : ` Did you mean: ${known.join(', ')}?`
  return `There is no command "${words.join(' ')}".${those} "sourcebook help" lists them all.\n`
}

async function run(command: string): Promise<void> {
  try {
    // Await it here: a command that never finishes must not exit with 0.
    await commands[command]!.run()
  } catch (error) {
    const expected =
      error instanceof ExpectedError ||
      error instanceof Refusal ||
      String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
    if (expected) console.error((error as Error).message)
    else console.error(isOfMachine(error) ? `It cannot go on: ${systemFault(error)}.` : error)
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
