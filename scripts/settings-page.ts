import { allSettings } from '../server/platform/config.ts'

/** Where a setting has a section of its own. */
const MORE: Record<string, string> = {
  METRICS_PORT: 'operating/care.md#health-metrics-and-logs',
  DATABASE_URL: 'operating/install.md#a-postgresql-of-your-own',
  DATABASE_DIRECT_URL: 'scaling.md#behind-a-pooler',
  DATABASE_REPLICA_URLS: 'scaling.md#replicas',
  WAL_ARCHIVE: 'operating/backups.md#restoring-a-moment',
  SECRET_KEY: 'operating/care.md#the-secret-key',
  SECRET_KEY_BEFORE: 'operating/care.md#rotating-the-secret-key',
  TRUST_PROXY: 'operating/install.md#behind-a-proxy',
  OUTBOUND_ALLOW: '#what-the-service-connects-to',
  INBOUND_DOMAIN: 'email.md#for-the-operator',
  S3_ENDPOINT: 'operating/backups.md#in-a-bucket',
  WEB_PROCESSES: 'scaling.md#all-cores-of-a-machine',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'operating/care.md#traces',
}

/** The text of docs/settings.md. */
export function settingsPage(): string {
  return `<!-- Written by scripts/generate.ts from server/platform/config.ts and scripts/settings-page.ts; not by hand. -->

# Settings

Settings are environment variables, checked at the start. If one is malformed, the service does not start, and says which.
\`sourcebook config\` prints them all with their current values. The installed command \`sourcebook\` and the systemd units read them
from \`/etc/sourcebook.env\` ([more](commands.md#the-settings-of-the-service)).

| Setting | Default | Meaning |
| --- | --- | --- |
${allSettings.map(row).join('\n')}

## What the service connects to

Admins of workspaces decide where its mail server, its text provider and its webhooks are, and with \`SIGNUP=open\` anybody can be an
admin. So these connections, tests of channels included, only lead to public addresses. A private one is refused when somebody saves
it (400, naming the field) and again at every connection. All addresses of the machine itself count as private, except its ports 80
and 443.

List in \`OUTBOUND_ALLOW\` what they may reach inside your network, and keep the list narrow:

| Entry | Allows |
| --- | --- |
| \`10.0.0.5:25\` | that address, at that port |
| \`10.0.0.5\`, \`10.1.0.0/16\`, \`fd00::/8\` | those addresses, at every port |
| \`relay.office.lan:25\` | whatever that name points to, when a setting uses that name |
| \`[fd00::7]:587\` | an IPv6 address with a port |

Every admin can then reach these addresses by SMTP and HTTP, and can read what they answer to a request for a file. Webhooks can use
http to reach them. \`ALLOW_PRIVATE_WEBHOOKS\` allows more, for webhooks alone.

Web addresses cannot have a port that belongs to another protocol, such as 22 or 25. Mail servers can have any port. What you set
yourself (\`DATABASE_URL\`, \`SMTP_URL\`, \`S3_ENDPOINT\`, \`OTEL_EXPORTER_OTLP_ENDPOINT\`) is not checked.

Names are found in \`/etc/hosts\`, or else by the name servers in \`/etc/resolv.conf\`, with its search domains. So the names of containers
and \`localhost\` work as they do elsewhere on the machine. What your system finds in other ways, such as \`relay.local\` by mDNS, is found
for a name that is itself in \`OUTBOUND_ALLOW\`. A lookup may take 5 seconds, a failure is remembered for 5 seconds, and each workspace
has its share of the lookups, so slow name servers hold up nobody else.

If a channel of a version before 0.1.0 has a private address, its messages wait and then fail, and say so. Set \`OUTBOUND_ALLOW\` and
restart: waiting messages go out, and failed ones can be retried.
`
}

function row({ env, default: usual, description }: (typeof allSettings)[number]): string {
  // The default follows from the machine.
  const value = usual === null || env === 'WEB_PROCESSES' ? '' : `${usual} `
  const more = MORE[env]
  return `| \`${env}\` | ${value}| ${inMarkdown(description)}${more ? ` ([more](${more}))` : ''} |`
}

/** Commands, examples and names of settings are code. */
const inMarkdown = (description: string): string =>
  description
    .replaceAll(/[“"]([^”"]+)[”"]/g, '`$1`')
    .replaceAll(/such as ([^;]+?)(?=;|, |$)/g, 'such as `$1`')
    .replaceAll(/(?<= )\w+:\/\/[\w:…]+/g, '`$&`')
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(NAME, '`$&`')))
    .join('')

const NAME = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b(?:\/[\w.]+)?/g
