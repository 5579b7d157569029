import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, describeConfig, loadConfig, originOf } from './config.ts'

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      signup: 'closed',
      demo: true,
      secretKey: null,
      publicUrl: null,
      trustProxy: 0,
      logLevel: 'info',
      rateLimitIngest: 120,
      rateLimitRead: 600,
      poolSize: 16,
    })
  })

  it('reads what is set, and takes empty and blank for unset', () => {
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
    ['POOL_SIZE', '0', 'from 1 to 500'],
    ['SECRET_KEY', 'short', 'must have 32 characters or more'],
  ])('refuses %s=%s, naming it', (name, value, message) => {
    const load = () => loadConfig({ [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(`${name} `)
    expect(load).toThrow(message)
  })

  it('never repeats a secret', () => {
    const env = { DATABASE_URL: 'postgre://u:hunter2@h/d', SECRET_KEY: 'hunter2' }
    expect(() => loadConfig(env)).toThrow(/^(?!.*hunter2)/)
    expect(() => loadConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
    expect(describeConfig(env)).not.toContain('hunter2')
  })

  it('wants the secret key named where several processes must share it', () => {
    const env = { DATABASE_URL: 'postgres://localhost/sourcebook' }
    expect(() => loadConfig(env)).toThrow('SECRET_KEY is required with DATABASE_URL')
    expect(loadConfig({ ...env, SECRET_KEY: 'x'.repeat(32) }).secretKey).toHaveLength(32)
  })
})

describe('describeConfig', () => {
  it('lists every setting with the value in force and the default', () => {
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
