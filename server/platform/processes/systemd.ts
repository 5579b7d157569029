import { execFile } from 'node:child_process'

/**
 * Tells systemd that the service is ready, if that started it and waits for it (Type=notify): units that come after it
 * then find its database.
 */
export function notifyReady(env: NodeJS.ProcessEnv): void {
  if (!env.NOTIFY_SOCKET) return
  // Node has no sockets for datagrams of this kind, so systemd's own program sends it.
  execFile('systemd-notify', ['--ready'], { env }, (error) => {
    if (error) console.error(`systemd was not told that the service is ready: ${error.message}`)
  })
}
