import { expect, it } from 'vitest'
import { roomFor, shownBytes, tunedSettings } from './upgrade-database.rules.ts'

const MIB = 1024 ** 2

it('a copy needs room for its tables and for the log that they are written with', () => {
  expect(shownBytes(roomFor(0))).toBe('64 MiB')
  expect(shownBytes(roomFor(100 * MIB))).toBe('264 MiB')
  expect(shownBytes(roomFor(10 * 1024 * MIB))).toBe('12.1 GiB')
})

it('settings that somebody chose are listed as the configuration file has them', () => {
  const old = new Map([
    ['shared_buffers', '128MB'],
    ['work_mem', '12MB'],
    ['log_line_prefix', "it's %m"],
    ['lc_messages', 'en_US.UTF-8'],
    ['timezone', 'Europe/Berlin'],
  ])
  const fresh = new Map([
    ['shared_buffers', '128MB'],
    ['timezone', 'UTC'],
  ])
  expect(tunedSettings(old, fresh)).toEqual(["work_mem = '12MB'", "log_line_prefix = 'it''s %m'"])
})
