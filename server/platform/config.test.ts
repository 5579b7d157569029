import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, describeConfig, loadConfig, misspelled, originOf } from './config.ts'

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReplicaUrls: [],
      replicaWaitMs: 50,
      walArchive: null,
      signup: 'closed',
      demo: true,
      secretKey: null,
      secretKeyBefore: null,
      publicUrl: null,
      trustProxy: 0,
      logLevel: 'info',
      rateLimitIngest: 120,
      rateLimitRead: 600,
      allowPrivateWebhooks: [],
      outboundAllow: [],
      maxFileMb: 25,
      metricsHost: '127.0.0.1',
      metricsPort: null,
      smtpUrl: null,
      smtpFrom: null,
      inboundSmtpPort: 0,
      inboundLmtpPort: 0,
      inboundDomain: null,
      s3Endpoint: null,
      s3Bucket: null,
      s3Region: 'us-east-1',
      s3AccessKeyId: null,
      s3SecretAccessKey: null,
      stopSeconds: 9,
      webProcesses: Math.max(1, availableParallelism() - 1),
      poolSize: 16,
      otlpEndpoint: null,
      otlpProtocol: 'http/protobuf',
      tracesSampler: 'parentbased_always_on',
      tracesSamplerArg: 1,
      tracesEveryMs: 5000,
    })
  })

  it('reads settings, and treats empty and blank as unset', () => {
    const env = { PORT: '0', HOST: '', DEMO: '0', SIGNUP: ' ', PUBLIC_URL: 'https://a.example/' }
    const config = loadConfig(env)
    expect(config).toMatchObject({ port: 0, host: '127.0.0.1', demo: false, signup: 'closed' })
    expect(config.publicUrl).toBe('https://a.example')
  })

  it.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535; it is "65536"'],
    ['PORT', '80a', 'must be a whole number'],
    ['PORT', '1e3', 'must be a whole number'],
    ['DEMO', 'true', 'must be one of 1, 0'],
    ['SIGNUP', 'Open', 'must be one of closed, open'],
    ['PUBLIC_URL', 'a.example', 'must be an origin'],
    ['PUBLIC_URL', 'https://a.example/path', 'must be an origin'],
    ['DATABASE_URL', 'mysql://x', 'must look like postgres://'],
    ['TRUST_PROXY', '-1', 'must be a whole number'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal,'],
    ['RATE_LIMIT_INGEST', '0', 'from 1 to 10000000'],
    ['RATE_LIMIT_READ', '10000001', 'from 1 to 10000000'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'yes', 'must be 0, 1 or ranges'],
    ['ALLOW_PRIVATE_WEBHOOKS', '10.0.0.0/33', 'must be 0, 1 or ranges'],
    ['ALLOW_PRIVATE_WEBHOOKS', '10.0.0.0/8,::1', 'must be 0, 1 or ranges'],
    ['OUTBOUND_ALLOW', '10.0.0.0/33', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', 'relay.lan:0', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', 'relay.lan:65536', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', '127.1', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', 'http://relay.example', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', 'relay.lan,', 'must be hosts, addresses or ranges'],
    ['OUTBOUND_ALLOW', '*.lan', 'must be hosts, addresses or ranges'],
    ['SMTP_FROM', 'records', 'must be an email address'],
    ['SMTP_FROM', 'a@b.example, Desk <c@d.example>', 'must have a name without'],
    ['INBOUND_DOMAIN', 'localhost', 'must be a domain such as in.example.com'],
    ['INBOUND_DOMAIN', 'desk@in.example.com', 'must be a domain'],
    ['INBOUND_DOMAIN', '10.0.0.1', 'must be a domain'],
    ['INBOUND_DOMAIN', 'in..example.com', 'must be a domain'],
    ['POOL_SIZE', '0', 'from 1 to 500'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'must be an http or https URL such as'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:pw@h.example', 'must be an http or https URL such'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be one of http/protobuf, http/json'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be one of parentbased_always_on,'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', 'must be a number from 0 to 1'],
    ['SECRET_KEY', 'short', 'must have 32 characters or more'],
    ['MAX_FILE_MB', '0', 'from 1 to 1024'],
    ['STOP_SECONDS', '1', 'from 2 to 600'],
    ['S3_ENDPOINT', 's3.example.com', 'must be an origin'],
  ])('refuses %s=%s, naming it', (name, value, message) => {
    const load = () => loadConfig({ [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(`${name} `)
    expect(load).toThrow(message)
  })

  it('reads the domain for email in lower case, and an international one in ASCII', () => {
    const read = (value: string) => loadConfig({ INBOUND_DOMAIN: value }).inboundDomain
    expect(read('IN.Example.COM')).toBe('in.example.com')
    expect(read('bücher.example')).toBe('xn--bcher-kva.example')
  })

  it('reads which private addresses are allowed', () => {
    const text = 'Relay.Office.lan:25, 10.0.0.5, 10.1.0.0/16:587, fd00::7, [fd00::8]:25, büro.lan.'
    expect(loadConfig({ OUTBOUND_ALLOW: text }).outboundAllow).toEqual([
      { name: 'relay.office.lan', port: 25 },
      { range: '10.0.0.5/32' },
      { range: '10.1.0.0/16', port: 587 },
      { range: 'fd00::7/128' },
      { range: 'fd00::8/128', port: 25 },
      { name: 'xn--bro-hoa.lan' },
    ])
    const ranges = loadConfig({ ALLOW_PRIVATE_WEBHOOKS: '10.1.0.0/16, fd00::/8' })
    expect(ranges.allowPrivateWebhooks).toEqual([{ range: '10.1.0.0/16' }, { range: 'fd00::/8' }])
    expect(loadConfig({ ALLOW_PRIVATE_WEBHOOKS: '1' }).allowPrivateWebhooks).toBe(true)
  })

  it('never repeats a secret', () => {
    const env = { DATABASE_URL: 'postgre://u:hunter2@h/d', SECRET_KEY: 'hunter2' }
    expect(() => loadConfig(env)).toThrow(/^(?!.*hunter2)/)
    expect(() => loadConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
    expect(describeConfig(env)).not.toContain('hunter2')
  })

  it('needs the secret key if several processes must share it', () => {
    const env = { DATABASE_URL: 'postgres://localhost/sourcebook' }
    expect(() => loadConfig(env)).toThrow('SECRET_KEY is required with DATABASE_URL')
    expect(() => loadConfig({ DATABASE_DIRECT_URL: env.DATABASE_URL })).toThrow(
      'DATABASE_DIRECT_URL goes with DATABASE_URL',
    )
    expect(loadConfig({ ...env, SECRET_KEY: 'x'.repeat(32) }).secretKey).toHaveLength(32)
  })

  it('can have replicas, each by a URL of its own', () => {
    const urls = ['postgres://one/sourcebook', 'postgres://two/sourcebook']
    const replicas = { DATABASE_REPLICA_URLS: urls.join(' , ') }
    const env = { DATABASE_URL: 'postgres://localhost/sourcebook', SECRET_KEY: 'x'.repeat(32) }
    expect(loadConfig({ ...env, ...replicas }).databaseReplicaUrls).toEqual(urls)
    expect(() => loadConfig(replicas)).toThrow('DATABASE_REPLICA_URLS goes with DATABASE_URL')
    expect(() => loadConfig({ ...env, DATABASE_REPLICA_URLS: 'postgres://one,two/x' })).toThrow(
      'DATABASE_REPLICA_URLS must look like postgres://',
    )
  })
})

it('needs all settings of a bucket, and shows none of its keys', () => {
  const env = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'desk',
    S3_ACCESS_KEY_ID: 'hunter2 id',
    S3_SECRET_ACCESS_KEY: 'hunter2 secret',
  }
  expect(loadConfig(env)).toMatchObject({ s3Bucket: 'desk', s3Region: 'us-east-1', maxFileMb: 25 })
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    expect(() => loadConfig({ ...env, [name]: '' })).toThrow(`${name} is required with S3_ENDPOINT`)
  }
  expect(describeConfig(env)).not.toContain('hunter2')
})

describe('describeConfig', () => {
  it('lists every setting with its current value and its default', () => {
    const text = describeConfig({ PORT: '8080' })
    expect(text).toContain('PORT=8080 (default 3000)\n')
    expect(text).toContain('HOST=127.0.0.1\n')
    expect(text).toContain('DATABASE_URL=(unset)\n')
  })
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['records.local', 'http://records.local:80'],
])('originOf(%s)', (host, origin) => {
  expect(originOf(host, 80)).toBe(origin)
})

describe('a name that is no setting', () => {
  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['data_dir', 'DATA_DIR'],
    ['PROT', undefined],
    ['PORTS', 'PORT'],
  ])('%s passes for %s', (name, meant) => {
    const sentences = meant ? [`${name} is not a setting. Did you mean ${meant}?`] : []
    expect(misspelled({ [name]: 'x' })).toEqual(sentences)
  })

  it('is left alone if what it resembles is set, or if it is far from every setting', () => {
    expect(misspelled({ PUBLIC_ULR: 'x', PUBLIC_URL: 'https://a.example' })).toEqual([])
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'PGHOST',
      'PGPORT',
      'SMTP_USER',
      'TERM',
      'DJANGO_SECRET_KEY',
    ]
    expect(misspelled(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
    expect(misspelled({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'x' })).toEqual([])
  })
})
