import { commands } from '../server/commands/table.ts'

/** Where a command has a section of its own, by its first word or its whole name. */
const MORE: Record<string, string> = {
  start: 'operating.md#several-processes',
  agreement: 'agreements.md#publishing',
  backup: 'operating.md#backups',
  restore: 'operating.md#restoring',
  'upgrade-database': 'operating.md#another-major-version-of-postgresql',
  distribute: 'scaling.md#on-a-citus-cluster',
  cluster: 'scaling.md#on-a-citus-cluster',
  verify: 'operating.md#checking-history',
  doctor: 'operating.md#checks',
  'rotate-key': 'operating.md#rotating-the-secret-key',
  'secret-key': 'operating.md#settings',
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

A command has to work on the data of the service, so it needs the same [settings](operating.md#settings): at least \`DATA_DIR\`
or \`DATABASE_URL\`. The installed command \`sourcebook\` reads them from \`/etc/sourcebook.env\`, which the units of systemd read
too. So on a server, as root, this is all:

\`\`\`sh
sourcebook user password ann@desk.example
\`\`\`

- \`--config FILE\` reads another file, and so does the variable \`SOURCEBOOK_ENV\`. Variables that are set already count more than
  the file. In a clone, nothing is read unless you name it.
- The file has a setting on each line, as systemd reads an \`EnvironmentFile\`.
- If root runs a command and the data belongs to another user, the command goes on as that user. So it can only write
  files, such as a backup, where that user can. \`start\`, \`web\` and \`worker\` run as whoever starts them.
- Only \`start\`, \`web\`, \`migrate\` and \`restore\` make a database, or fill an empty one. Every other command says where it looked
  for one, and stops.

## All commands

| Command | What it is for |
| --- | --- |
${Object.keys(commands).map(row).join('\n')}

## Often needed

**You forgot a password, such as that of the demo.** The first start prints the demo's password once. Set a new one for its owner,
whose address it printed too, or for anybody else. In a clone, that is:

\`\`\`sh
node bin/sourcebook.mjs user password EMAIL
\`\`\`

**The plan of a workspace** says which operations it may use: \`free\`, \`pro\`, \`business\` or \`enterprise\`. It is there for those who
run Sourcebook for others. On a server of your own, leave it alone: a workspace is \`enterprise\` unless you say otherwise, and may
use everything. Nothing is paid for, and nothing is counted.

**Sourcebook below a path**, such as \`https://example.com/desk\`, is not possible: the app, the API and the links in emails
begin at the root of a host, and \`PUBLIC_URL\` refuses a path. Give it a name of its own, such as \`desk.example.com\`.

**To remove Sourcebook**, stop the service. Make a [backup](operating.md#backups) if you may want the data again. Then remove what
you installed. On a server that was set up [with systemd](operating.md#a-server-from-nothing):

\`\`\`sh
systemctl disable --now sourcebook sourcebook-backup.timer sourcebook-base.timer sourcebook-drill.timer
rm /etc/systemd/system/sourcebook* /etc/nginx/conf.d/sourcebook.conf /usr/local/bin/sourcebook
rm -r /opt/sourcebook
rm -r /var/lib/sourcebook /var/backups/sourcebook /var/backups/sourcebook-wal /etc/sourcebook.env   # the data, for good
userdel sourcebook
\`\`\`

If npm installed it, \`npm uninstall --global sourcebook\` removes the program. A clone is its folder; the data is in \`DATA_DIR\`,
which is the folder \`data\` in it by default. With a PostgreSQL of your own, also drop its database and the roles \`sourcebook\` and
\`sourcebook_app\`. Nothing else is left on the machine.
`
}

function row(name: string): string {
  const { usage, about } = commands[name]!
  const more = MORE[name] ?? MORE[name.split(' ')[0]!]
  const words = `sourcebook ${name} ${usage}`.trimEnd().replaceAll('|', '\\|')
  return `| \`${words}\` | ${about.replaceAll('|', '\\|')}${more ? ` ([how](${more}))` : ''} |`
}
