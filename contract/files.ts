import Type from 'typebox'
import { binary, closed, one, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

const MIB = 1024 * 1024

const File = closed({
  id: uuid(),
  name: Type.String({ description: 'As it was uploaded, without folders and control characters.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  type: Type.String({ description: 'As the upload declared it: `application/pdf`.' }),
  sha256: Type.String({ description: 'Of the bytes, in hexadecimal.' }),
  createdAt: timestamp(),
  createdBy: Type.String({ description: '`user:<crmUserId>`' }),
})

const params = closed({ id: uuid() })
const WHO =
  'While no cell holds it, it is there for who uploaded it; then for whoever may see a column that has it in a row that stands. That of a document, or of a message that is not deleted, is there for every seat.'

/** Files that cells of type `file` hold. */
export const fileOperations = {
  create: operation({
    method: 'POST',
    path: '/v1/files',
    tag: 'Files',
    access: 'workspace',
    summary: 'Upload a file',
    description:
      'Its id is then written into cells of type `file`. Up to 25 MiB, unless the operator says otherwise (`MAX_FILE_MB`). With an `Idempotency-Key` the bytes count by their hash: the same file replays the answer, another one is refused. A file that no cell has held for 24 hours, no document and no message, is deleted. Keys cannot upload.',
    upload: true,
    body: closed({ file: binary('The file, with its name and type.') }),
    answer: one(File),
    bodyLimit: 26 * MIB,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/files/{id}',
    tag: 'Files',
    access: 'workspace',
    summary: 'What a file is',
    description: WHO,
    params,
    answer: one(File),
  }),
  content: operation({
    method: 'GET',
    path: '/v1/files/{id}/content',
    tag: 'Files',
    access: 'workspace',
    summary: 'The bytes of a file',
    description: `${WHO} Always sent as an attachment of type \`application/octet-stream\`, never to be shown in place.`,
    params,
    produces: ['application/octet-stream'],
  }),
}
