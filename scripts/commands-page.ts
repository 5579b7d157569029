import { commands } from '../server/commands/table.ts'

/** Where a command has a section of its own, by its first word or its whole name. */
const MORE: Record<string, string> = {
  start: 'scaling.md#several-processes',
  agreement: 'agreements.md#publishing',
  backup: 'operating/backups.md',
  restore: 'operating/backups.md#restoring',
  'upgrade-database': 'upgrade-database.md',
  distribute: 'scaling.md#on-a-citus-cluster',
  cluster: 'scaling.md#on-a-citus-cluster',
  verify: 'checking-history.md',
  doctor: 'operating/care.md#doctor',
  'rotate-key': 'operating/care.md#rotating-the-secret-key',
  'secret-key': 'operating/care.md#the-secret-key',
}

/** The text of docs/commands.md. */
export function commandsPage(): string {
  return `<!-- Written by scripts/generate.ts from server/commands/table.ts and scripts/commands-page.ts; not by hand. -->

# Commands

The operator's commands are all \`sourcebook\` and one or two words. \`sourcebook help\` lists them, \`sourcebook help user create\`
explains one, and \`sourcebook version\` prints the version. You can use them while the service runs, unless the table says
otherwise.

| You have | You run |
| --- | --- |
| a release that npm installed (\`npm install --global\`) | \`sourcebook doctor\` |
| a release that you unpacked | \`/opt/sourcebook/bin/sourcebook.mjs doctor\`, or \`sourcebook doctor\` after \`ln -s /opt/sourcebook/bin/sourcebook.mjs /usr/local/bin/sourcebook\` |
| a clone | \`node bin/sourcebook.mjs doctor\`, in its folder |
| a container | \`docker compose exec sourcebook sourcebook doctor\` |

Do not run it with \`npx\`: outside of the folder, \`npx\` asks the npm registry for a package of that name, which is not ours.

## The settings of the service

A command has to work on the data of the service, so it needs the same [settings](settings.md): at least \`DATA_DIR\`
or \`DATABASE_URL\`. The installed command \`sourcebook\` reads them from \`/etc/sourcebook.env\`, which the units of systemd read
too. So on a server, as root, this is all:

\`\`\`sh
sourcebook user password ann@desk.example
\`\`\`

- \`--config FILE\` reads another file, and so does the variable \`SOURCEBOOK_ENV\`. Variables that are set already count more than
  the file. In a clone, nothing is read unless you name it.
- The file has a setting on each line, as systemd reads an \`EnvironmentFile\`.
- If root runs a command and the data belongs to another user, the command goes on as that user. So it can only write
  files, such as a backup, where that user can. \`start\`, \`web\` and \`worker\` run as the user who starts them.
- Only \`start\`, \`web\`, \`migrate\` and \`restore\` make a database, or fill an empty one. Every other command says where it looked
  for one, and stops.

## All commands

| Command | What it is for |
| --- | --- |
${Object.keys(commands).map(row).join('\n')}
`
}

function row(name: string): string {
  const { usage, about } = commands[name]!
  const more = MORE[name] ?? MORE[name.split(' ')[0]!]
  const words = `sourcebook ${name} ${usage}`.trimEnd().replaceAll('|', '\\|')
  return `| \`${words}\` | ${about.replaceAll('|', '\\|')}${more ? ` ([how](${more}))` : ''} |`
}
