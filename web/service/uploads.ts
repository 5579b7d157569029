import { accepted, api, type Data } from './api.ts'
import { onceReached } from './once-reached.ts'

/**
 * Uploads a file. While the connection is away it waits here, in the open page: a browser keeps no files. An upload whose
 * answer was lost is made again; the service deletes those that nothing uses.
 *
 * @throws Refused
 */
export const storeFile = async (file: File): Promise<Data<'files.create'>> =>
  (await accepted(onceReached(() => api.files.create({ file })))).data
