export interface Command {
  /** What follows its name. */
  usage: string
  about: string
  /** It is the service, which runs as whoever starts it. */
  serves?: true
  run: (args: string[]) => Promise<unknown>
}

/** The commands of `sourcebook`, by their one or two words. */
export const commands: Record<string, Command> = {
  start: {
    usage: '',
    about: 'serve the app and the API, and do the background work, in WEB_PROCESSES processes',
    serves: true,
    run: async () => (await import('./start.ts')).start(),
  },
  web: {
    usage: '',
    about: 'serve only, in one process; run as many as you like on one database',
    serves: true,
    run: async () => (await import('./serve.ts')).serve({ web: true, worker: false }),
  },
  worker: {
    usage: '',
    about: 'do the background work only; run as many as you like',
    serves: true,
    run: async () => (await import('./serve.ts')).serve({ web: false, worker: true }),
  },
  config: {
    usage: '',
    about: 'list the settings with their values and defaults',
    run: async () => {
      const { describeConfig, loadConfig, misspelled } = await import('../platform/config.ts')
      process.stdout.write(describeConfig(process.env))
      loadConfig(process.env)
      for (const sentence of misspelled(process.env)) console.error(sentence)
    },
  },
  migrate: {
    usage: '',
    about: 'update the database to this release',
    run: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  'upgrade-database': {
    usage: '[--postgres DIRECTORY] [--altered]',
    about:
      'take the embedded database to the PostgreSQL of this release, if an earlier release left one of an earlier major version; stop the service first. It needs the programs of that version: --postgres names their directory. The old database stays beside the new one. With --altered, it may have history that is not as it was sealed',
    run: async (args) => (await import('./upgrade-database.ts')).upgradeDatabase(args),
  },
  distribute: {
    usage: '[--dry-run] [--shards N]',
    about:
      'distribute the tables over the nodes of a Citus cluster, each workspace on one of them; with --dry-run, only say what it would do. Killed at any moment, it has done all of it or nothing',
    run: async (args) => (await import('./distribute.ts')).distributeCommand(args),
  },
  'cluster status': {
    usage: '',
    about: 'list the nodes of a Citus cluster and what they hold, and where each workspace is',
    run: async (args) => (await import('./cluster.ts')).status(args),
  },
  'cluster add': {
    usage: 'HOST[:PORT] [--coordinator HOST[:PORT]]',
    about:
      'add a node to the cluster, while the service runs; --coordinator says where the nodes reach the coordinator, if that is not where DATABASE_URL leads',
    run: async (args) => (await import('./cluster.ts')).add(args),
  },
  'cluster move': {
    usage: 'WORKSPACE HOST[:PORT] [--alone] [--block-writes]',
    about:
      'move a workspace to another node, while people write, with those that share its part of the tables; with --alone, without them; with --block-writes, writes wait',
    run: async (args) => (await import('./cluster.ts')).move(args),
  },
  'cluster replace': {
    usage: 'HOST[:PORT] HOST[:PORT]',
    about:
      'tell the cluster that a node is lost, and that its standby has taken over: where the node was, and where the standby is',
    run: async (args) => (await import('./cluster.ts')).replace(args),
  },
  backup: {
    usage:
      'FILE | --to DIRECTORY | --to s3://BUCKET/PREFIX | --base [--keep N] [--every 24h] [--force] [--skip-missing-files]',
    about:
      'write all data into one file, while the service keeps running; with --to, into a file named by its time, of which the newest N stay, and again and again with --every; with --base, a base copy into WAL_ARCHIVE, from which any later moment can be restored',
    run: async (args) => (await import('./backup.ts')).backup(args),
  },
  restore: {
    usage: 'FILE | --at TIME [--from DIRECTORY] [--moved]',
    about:
      'restore a backup into an empty database; stop the service it was taken from first. With --at, restore the moment, such as 2026-11-26T14:03:00Z or latest, from WAL_ARCHIVE or that directory into a new DATA_DIR',
    run: async (args) => (await import('./restore.ts')).restore(args),
  },
  verify: {
    usage: '[FILE] [--expect HEAD]',
    about:
      'check that no entry of history, of the ledger, of events and no signature was altered, removed or added since it was sealed: in the database, or in a backup; with --expect, also that a chain goes on from a head that an earlier verify printed (or from those in a file)',
    run: async (args) => (await import('./verify.ts')).verify(args),
  },
  doctor: {
    usage: '[--drill FILE | DIRECTORY]',
    about:
      'check the settings, the database, the role that requests run as, the secret key, and that history is sealed; with --drill, restore that backup, or the newest in that directory, into a database of its own, and verify it',
    run: async (args) => (await import('./doctor.ts')).doctor(args),
  },
  'workspace create': {
    usage: '--name NAME [--slug SLUG] [--plan PLAN]',
    about: 'create a workspace',
    run: async (args) => (await import('./workspace.ts')).create(args),
  },
  'workspace plan': {
    usage: 'SLUG free|pro|business|enterprise',
    about: 'set the plan of a workspace',
    run: async (args) => (await import('./workspace.ts')).plan(args),
  },
  'workspace list': {
    usage: '',
    about: 'list the workspaces',
    run: async () => (await import('./workspace.ts')).list(),
  },
  'workspace delete': {
    usage: 'SLUG [--confirm NAME]',
    about:
      'say what a workspace holds; with --confirm and its name, delete all of that for good, while the service runs or not',
    run: async (args) => (await import('./workspace.ts')).remove(args),
  },
  'user create': {
    usage:
      '--email EMAIL --name NAME --workspace SLUG --role ROLE [--password PASSWORD | --password-stdin] [--existing]',
    about:
      'give a person a seat, with that password, or one from standard input, which is asked for at a terminal (without either, it makes one up and prints it). It refuses an email address that already has an account; --existing gives that account the seat, replaces its password and ends its sessions',
    run: async (args) => (await import('./user.ts')).create(args),
  },
  'user password': {
    usage: 'EMAIL [--password PASSWORD | --password-stdin]',
    about:
      'set a password, which may come from standard input (without one, it makes one up and prints it), and end all sessions',
    run: async (args) => (await import('./user.ts')).password(args),
  },
  'user export': {
    usage: 'EMAIL FILE.zip [--force]',
    about:
      'write what the service keeps about a person, and the files that they uploaded, into an archive to hand over',
    run: async (args) => (await import('./user.ts')).exportData(args),
  },
  'user erase': {
    usage: 'EMAIL [--confirm NAME] [--seat SLUG:NUMBER]',
    about:
      'say where a person has or had a seat; with --confirm and their name, erase the person from everywhere, while the service runs or not. --seat names a seat that an earlier release removed, which may be repeated',
    run: async (args) => (await import('./user.ts')).erase(args),
  },
  'key revoke': {
    usage: 'KEY_ID',
    about: 'revoke a board or page key',
    run: async (args) => (await import('./key.ts')).revoke(args),
  },
  'rotate-key': {
    usage: '',
    about:
      'seal every stored secret again with a new key, while the service runs; with SECRET_KEY set, set the new one and SECRET_KEY_BEFORE first',
    run: async () => (await import('./rotate-key.ts')).rotateKey(),
  },
  'secret-key replace': {
    usage: '',
    about:
      'continue with the SECRET_KEY that is set, when the old one is lost; you then have to send the credentials of channels and the signing secrets of hooks again, and rotate the secrets of webhooks',
    run: async () => (await import('./secret-key.ts')).replace(),
  },
  'agreement publish': {
    usage: 'FILE.md',
    about: 'publish a version of an agreement for every workspace',
    run: async (args) => (await import('./agreement.ts')).publish(args),
  },
  'agreement list': {
    usage: '',
    about: 'list the published versions',
    run: async () => (await import('./agreement.ts')).listVersions(),
  },
  'agreement override': {
    usage: 'SLUG KIND --amount-minor N --period month|quarter|year | --none',
    about: 'set the minimum funding of one workspace',
    run: async (args) => (await import('./agreement.ts')).override(args),
  },
}
