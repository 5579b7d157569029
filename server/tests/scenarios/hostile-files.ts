import type { Answer } from '../support/clients/client.ts'
import { type Api, makeBoard } from '../support/desks/fixtures.ts'
import { importerOf } from '../support/desks/imports.ts'
import type { HostileFile } from './hostile-files.rules.ts'

/**
 * Sends files to the preview and to the import.
 *
 * @returns whatever was neither refused clearly nor read as plain values.
 */
export async function hostileFaults(
  service: Api,
  token: string,
  files: readonly HostileFile[],
): Promise<{ faults: string[]; read: number; refused: number }> {
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'City', type: 'text' },
    { name: 'Amount', type: 'number' },
  ]
  const { id } = await makeBoard(service, token, columns)
  const { preview, send, settled } = importerOf(service.api, token, { boardId: id })
  const faults: string[] = []
  let read = 0
  let refused = 0
  for (const [at, { what, name, bytes, parts }] of files.entries()) {
    const form = { file: bytes, name, ...parts }
    const answers: Answer[] = [await preview(form), await send(form)]
    for (const answer of answers) {
      const fault = faultOf(answer)
      if (fault) faults.push(`${what} (${at}, ${JSON.stringify(name)}): ${fault}`)
      if (answer.status === 201) read++
      else refused++
    }
    const run = answers[1]!.status === 201 ? answers[1]!.body.data : undefined
    if (!run) continue
    if (/[\\/\0-\x1f]/.test(run.fileName)) {
      faults.push(`${what} (${at}): is called ${JSON.stringify(run.fileName)}`)
    }
    const { status, imported, failed, total, error } = await settled(run.id)
    if (error !== undefined || imported + failed !== total) {
      faults.push(
        `${what} (${at}): ended as ${status}, ${imported} + ${failed} of ${total}: ${error}`,
      )
    }
  }
  return { faults, read, refused }
}

/** A refusal of the file or the form says so with a code and words; nothing is a failure of the service. */
function faultOf({ status, body, text }: Answer): string | undefined {
  if (status === 201) return undefined
  const isRefusal = status >= 400 && status < 500 && typeof body?.code === 'string' && body.error
  return isRefusal ? undefined : `answered ${status}: ${text.slice(0, 300)}`
}
