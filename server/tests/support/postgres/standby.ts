import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import pino from 'pino'
import { accountFor } from '../../../platform/embedded/account.ts'
import { bundledPrograms, findBinaries } from '../../../platform/embedded/binaries.ts'
import { discard, temporaryDirectory } from '../machine/temporary.ts'
import {
  copyCluster,
  makeCluster,
  type RunningPostgres,
  runPostgres,
} from './installed-postgres.ts'
import { asOwner } from './postgres.ts'

/** A primary and its standby, which can be stopped and started again. */
export interface Pair {
  connections: readonly [ClientConfig, ClientConfig]
  /** As `host:port`. */
  places: readonly [string, string]
  /** A directory of their own, for a service too. */
  directory: string
  start(which: 'primary' | 'standby'): Promise<RunningPostgres>
  /** Stops both. */
  stop(): Promise<void>
}

/** Starts both, with an empty database `sourcebook`. */
export async function startPair(
  settings: Partial<Record<'primary' | 'standby', Record<string, string>>> = {},
): Promise<Pair & Record<'primary' | 'standby', RunningPostgres>> {
  const homes = [await temporaryDirectory(), await temporaryDirectory()] as const
  const ports = [await freePort(), await freePort()] as const
  const [data, copy] = homes.map((home) => join(home, 'pg')) as [string, string]
  const connections = ports.map((port) => ({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'sourcebook',
  })) as unknown as Pair['connections']
  const native = await findBinaries(
    bundledPrograms(),
    accountFor(data),
    homes[0],
    pino({ level: 'silent' }),
  )
  const program = join(native, 'bin', 'postgres')
  const running: RunningPostgres[] = []
  const start = async (which: 'primary' | 'standby') => {
    const at = which === 'primary' ? 0 : 1
    const following = {
      primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=postgres application_name=standby`,
    }
    const one = await runPostgres(
      program,
      at === 0 ? data : copy,
      {
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        port: ports[at],
        ...(at === 0 ? {} : following),
        ...settings[which],
      },
      connections[at],
    )
    running.push(one)
    return one
  }
  makeCluster(program, data)
  const alone = await runPostgres(
    program,
    data,
    { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: ports[0] },
    connections[0],
  )
  await asOwner({ ...connections[0], database: 'postgres' }, (sql) =>
    sql('CREATE DATABASE sourcebook'),
  )
  await alone.stop()
  await copyCluster(data, copy)
  return {
    connections,
    places: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`],
    directory: homes[0],
    primary: await start('primary'),
    standby: await start('standby'),
    start,
    async stop() {
      for (const one of running.reverse()) await one.stop()
      for (const home of homes) await discard(home)
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
