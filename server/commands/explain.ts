import { ExpectedError } from '../platform/expected-error.ts'

/** Listening that says which setting to change if the address cannot be had. */
export async function explain<T>(
  listening: Promise<T>,
  host: string,
  port: number,
  setting: string,
): Promise<T> {
  try {
    return await listening
  } catch (error) {
    const address = setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST'
    const elsewhere = `${host} is not an address of this machine; set ${address} to one.`
    const remedy = {
      EADDRINUSE: `Port ${port} on ${host} is in use; set ${setting} to another one.`,
      EACCES: `Port ${port} on ${host} is not for ordinary users; set ${setting} to one above 1023.`,
      EADDRNOTAVAIL: elsewhere,
      ENOTFOUND: elsewhere,
    }[(error as { code?: string }).code ?? '']
    throw remedy === undefined ? error : new ExpectedError(remedy)
  }
}
