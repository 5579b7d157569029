import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { nearest } from '../../shared/nearest.ts'
import {
  addressRanges,
  asGiven,
  collectorUrl,
  domainName,
  integer,
  mailbox,
  optional,
  origin,
  outboundTargets,
  type Parser,
  postgresUrl,
  postgresUrls,
  secretKey,
  share,
  smtpUrl,
  word,
} from './config.parsers.ts'
import { ExpectedError } from './expected-error.ts'

/** A setting that cannot be used: its name, and a message that says what to put instead. */
export class ConfigError extends ExpectedError {
  override name = 'ConfigError'
  readonly setting: string
  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}`)
    this.setting = setting
  }
}

interface Setting<T> {
  env: string
  /** As an operator would write it; null means unset. */
  default: string | null
  description: string
  parse: Parser<T>
  secret?: true
}

const setting = <T>(env: string, fallback: string | null, parse: Parser<T>, description: string) =>
  ({ env, default: fallback, description, parse }) satisfies Setting<T>

/** All settings. An environment variable that is not listed here has no effect. */
const settings = {
  port: setting(
    'PORT',
    '3000',
    integer(0, 65_535),
    'TCP port of the app and the API; 0 picks any free one',
  ),
  host: setting('HOST', '127.0.0.1', asGiven, 'Address to listen on; 0.0.0.0 for every interface'),
  metricsPort: setting(
    'METRICS_PORT',
    null,
    optional(integer(0, 65_535)),
    'TCP port for /metrics, /healthz and /readyz; “sourcebook worker” has it too. 0 picks any free one. If unset, PORT answers /metrics, but only while HOST is an address that nobody else can reach',
  ),
  metricsHost: setting(
    'METRICS_HOST',
    '127.0.0.1',
    asGiven,
    'Address that METRICS_PORT listens on',
  ),
  dataDir: setting(
    'DATA_DIR',
    './data',
    (value) => resolve(value),
    'Directory of the embedded PostgreSQL, its log and secret.key',
  ),
  databaseUrl: {
    ...setting(
      'DATABASE_URL',
      null,
      optional(postgresUrl),
      'An external PostgreSQL 15 or later, in place of the embedded one; several hosts, separated by commas, if a standby takes over',
    ),
    secret: true as const,
  },
  databaseDirectUrl: {
    ...setting(
      'DATABASE_DIRECT_URL',
      null,
      optional(postgresUrl),
      'The same database without the pooler, if DATABASE_URL leads through one that shares connections between transactions',
    ),
    secret: true as const,
  },
  databaseReplicaUrls: {
    ...setting(
      'DATABASE_REPLICA_URLS',
      null,
      postgresUrls,
      'Standbys of that PostgreSQL, separated by commas, which then serve lists, exports, searches and counts; a comma within a URL is written as %2C',
    ),
    secret: true as const,
  },
  replicaWaitMs: setting(
    'REPLICA_WAIT_MS',
    '50',
    integer(1, 60_000),
    'How long a read may wait until a replica has everything that was written before it, in milliseconds; then the primary serves it, and the replica gets no reads until it has caught up',
  ),
  walArchive: setting(
    'WAL_ARCHIVE',
    null,
    optional((value) => resolve(value)),
    'Directory where the embedded PostgreSQL archives its log, so that “sourcebook restore --at” can restore any moment; none if unset',
  ),
  signup: setting(
    'SIGNUP',
    'closed',
    word('closed', 'open'),
    'open: anybody can sign up; closed: only while there is no workspace',
  ),
  demo: setting(
    'DEMO',
    '1',
    (value) => word('1', '0')(value) === '1',
    '1: the first start on an empty embedded database creates a demo workspace',
  ),
  secretKey: {
    ...setting(
      'SECRET_KEY',
      null,
      optional(secretKey),
      'Encrypts stored answers and the secrets of webhooks (32 characters or more); if unset, it is created in DATA_DIR/secret.key; required with DATABASE_URL',
    ),
    secret: true as const,
  },
  secretKeyBefore: {
    ...setting(
      'SECRET_KEY_BEFORE',
      null,
      optional(secretKey),
      'The previous SECRET_KEY, while “sourcebook rotate-key” seals everything again',
    ),
    secret: true as const,
  },
  publicUrl: setting(
    'PUBLIC_URL',
    null,
    optional(origin),
    'The address that people and integrations use; http://HOST:PORT if unset',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    integer(0, 16),
    'How many proxies in front of the service to trust about the client’s address (X-Forwarded-For)',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    word('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The least severe log lines to write',
  ),
  rateLimitIngest: setting(
    'RATE_LIMIT_INGEST',
    '120',
    integer(1, 10_000_000),
    'Writes allowed per ingest key and route in any 60 seconds',
  ),
  rateLimitRead: setting(
    'RATE_LIMIT_READ',
    '600',
    integer(1, 10_000_000),
    'Reads allowed per ingest key and route in any 60 seconds',
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    '0',
    addressRanges,
    'Whether webhooks may reach private addresses, and use http: 0 none, 1 all, or ranges such as 10.1.0.0/16,fd00::/8',
  ),
  outboundAllow: setting(
    'OUTBOUND_ALLOW',
    null,
    outboundTargets,
    'What channels and webhooks may reach inside your network: hosts, addresses or ranges, each with a port or for all ports, such as relay.office.lan:25,10.1.0.0/16,[fd00::7]:587',
  ),
  maxFileMb: setting(
    'MAX_FILE_MB',
    '25',
    integer(1, 1024),
    'The largest file that can be uploaded, in MiB',
  ),
  smtpUrl: {
    ...setting(
      'SMTP_URL',
      null,
      optional(smtpUrl),
      'The mail server for invitations, password reset links and notices of new rows through forms, such as smtps://user:password@mail.example.com',
    ),
    secret: true as const,
  },
  smtpFrom: setting(
    'SMTP_FROM',
    null,
    optional(mailbox),
    'The address they come from, alone or with a name, such as Desk <desk@example.com>; sourcebook@ the host of PUBLIC_URL if unset',
  ),
  inboundSmtpPort: setting(
    'INBOUND_SMTP_PORT',
    '0',
    integer(0, 65_535),
    'TCP port, at HOST, where a mail server nearby hands over email by SMTP; 0: none. It asks for no login and does not use TLS: do not expose it',
  ),
  inboundLmtpPort: setting(
    'INBOUND_LMTP_PORT',
    '0',
    integer(0, 65_535),
    'The same by LMTP; 0: none',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    null,
    optional(origin),
    'An S3-compatible service for the bytes of files, and for backups to s3://…, such as https://s3.example.com',
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    null,
    optional(asGiven),
    'Its bucket for files; if unset, files are in DATA_DIR/files, and S3_ENDPOINT is for backups alone',
  ),
  s3Region: setting('S3_REGION', 'us-east-1', asGiven, 'Its region'),
  s3AccessKeyId: {
    ...setting(
      'S3_ACCESS_KEY_ID',
      null,
      optional(asGiven),
      'The id of an access key that can read, write and delete in its buckets; required with S3_ENDPOINT',
    ),
    secret: true as const,
  },
  s3SecretAccessKey: {
    ...setting(
      'S3_SECRET_ACCESS_KEY',
      null,
      optional(asGiven),
      'The secret of that key; required with S3_ENDPOINT',
    ),
    secret: true as const,
  },
  inboundDomain: setting(
    'INBOUND_DOMAIN',
    null,
    optional(domainName),
    'The domain of the email addresses that boards and pages can have; a mail server hands over everything for it at INBOUND_SMTP_PORT or INBOUND_LMTP_PORT; none if unset',
  ),
  stopSeconds: setting(
    'STOP_SECONDS',
    '9',
    integer(2, 600),
    'How long stopping may take, in seconds; requests in progress get half of it',
  ),
  webProcesses: setting(
    'WEB_PROCESSES',
    String(Math.max(1, availableParallelism() - 1)),
    integer(1, 256),
    'How many processes “sourcebook start” serves with. The default is one fewer than the machine has cores. With 2 or more, another one does the background work',
  ),
  otlpEndpoint: {
    ...setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      null,
      optional(collectorUrl),
      'A collector of OpenTelemetry, such as http://127.0.0.1:4318, that gets traces of requests and background work; none if unset. OTEL_EXPORTER_OTLP_HEADERS, _COMPRESSION, _TIMEOUT and _CERTIFICATE, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have their usual meaning',
    ),
    secret: true as const,
  },
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/protobuf',
    word('http/protobuf', 'http/json'),
    'How traces are written',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    word(
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ),
    'Which traces are sent: always_on, always_off or traceidratio; with parentbased_ before it, a caller that sends a traceparent decides',
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    share,
    'The share of traces that traceidratio sends, from 0 to 1',
  ),
  tracesEveryMs: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    '5000',
    integer(1, 600_000),
    'How long traces are collected before they are sent together, in milliseconds',
  ),
  poolSize: setting(
    'POOL_SIZE',
    '16',
    integer(1, 500),
    'How many database connections one process may hold',
  ),
}

type Settings = typeof settings
export type Config = { readonly [K in keyof Settings]: ReturnType<Settings[K]['parse']> }

const table: Record<string, Setting<unknown>> = settings

export const allSettings: readonly Setting<unknown>[] = Object.values(table)

/**
 * Reads all settings. One that is unset, empty or blank has its default.
 * @throws ConfigError for the first setting that is malformed, or missing but required
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries(table).map(([key, setting]) => {
    const given = env[setting.env]?.trim() || setting.default || ''
    try {
      return [key, setting.parse(given)]
    } catch (error) {
      // A secret is not repeated in a message that may end up in a log.
      const shown = setting.secret ? '' : `; it is ${JSON.stringify(given)}`
      throw new ConfigError(setting.env, `${(error as Error).message}${shown}`)
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (config.databaseDirectUrl !== null && config.databaseUrl === null) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL',
      'goes with DATABASE_URL: set that one, or both if there is a pooler',
    )
  }
  if (config.databaseReplicaUrls.length > 0 && config.databaseUrl === null) {
    throw new ConfigError(
      'DATABASE_REPLICA_URLS',
      'goes with DATABASE_URL, which names the primary: the embedded PostgreSQL has no standbys',
    )
  }
  if (config.walArchive !== null && config.databaseUrl !== null) {
    throw new ConfigError(
      'WAL_ARCHIVE',
      'is for the embedded PostgreSQL: unset it, and let the server of DATABASE_URL archive by its own settings',
    )
  }
  if (config.databaseUrl !== null && config.secretKey === null) {
    throw new ConfigError(
      'SECRET_KEY',
      'is required with DATABASE_URL, the same in every process: set it to the output of "openssl rand -hex 32"',
    )
  }
  if (config.s3Endpoint !== null) {
    for (const name of ['s3AccessKeyId', 's3SecretAccessKey'] as const) {
      if (config[name] === null)
        throw new ConfigError(settings[name].env, 'is required with S3_ENDPOINT')
    }
  }
  return config
}

/** Where the data is, whatever the other settings are. */
export const dataDirOf = ({ DATA_DIR }: NodeJS.ProcessEnv): string =>
  settings.dataDir.parse(DATA_DIR?.trim() || settings.dataDir.default!)

/** How many characters a name may be away from that of a setting to pass for a slip: 2, and fewer if it is short. */
const mostSlips = (name: string): number => Math.min(2, Math.floor(name.length / 4))

/** A sentence for each variable that is no setting and is named almost like one that is unset. */
export function misspelled(env: NodeJS.ProcessEnv): string[] {
  const names = allSettings.map((setting) => setting.env)
  const unset = names.filter((name) => !env[name]?.trim())
  return Object.keys(env).flatMap((name) => {
    const meant = names.includes(name) ? undefined : nearest(name, unset, mostSlips(name))
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`]
  })
}

/** The output of `sourcebook config`: name, current value (secrets masked), default and meaning. */
export function describeConfig(env: NodeJS.ProcessEnv): string {
  return allSettings
    .map((setting) => {
      const given = env[setting.env]?.trim()
      const value = given ? (setting.secret ? '(set)' : given) : (setting.default ?? '(unset)')
      const note = given ? ` (default ${setting.default ?? 'unset'})` : ''
      return `${setting.env}=${value}${note}\n    ${setting.description}\n`
    })
    .join('')
}

/** The origin of `host` as seen from this machine, for example `http://127.0.0.1:3000`. */
export function originOf(host: string, port: number): string {
  const anywhere = host === '0.0.0.0' || host === '::'
  const name = anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
