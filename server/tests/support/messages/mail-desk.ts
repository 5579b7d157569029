import { createTransport } from 'nodemailer'
import pino from 'pino'
import { listenForMail } from '../../../domains/comms/receiving/emails/mail-listener.ts'
import { INBOUND_DOMAIN, type TestServer, type TestService } from '../service/service.ts'

/** A listener for email, as a process of the service has one. */
export function openMail({ db }: Pick<TestServer, 'db'>, { files }: Pick<TestService, 'files'>) {
  return listenForMail({
    db,
    files,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    findHook: async () => undefined,
    host: '127.0.0.1',
    port: 0,
    protocol: 'smtp',
    inboundDomain: INBOUND_DOMAIN,
  })
}

/** Hands over an email by SMTP, like a mail server. @returns 250, or the code that refused it. */
export async function handOver(
  { port }: { port: number },
  to: string | readonly string[],
  raw: string | Buffer,
  from = 'bounces@client.example',
): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to: [to].flat() }, raw })
    return 250
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}
