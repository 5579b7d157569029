import Type from 'typebox'
import { binary, closed, one, timestamp, uuid } from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'

const MIB = 1024 * 1024

const StoredFile = named(
  'StoredFile',
  'An uploaded file.',
  closed({
    id: uuid(),
    name: Type.String({
      description: 'The name it was uploaded under, without folders and control characters.',
    }),
    size: Type.Integer({ description: 'In bytes.' }),
    type: Type.String({
      description: 'The type that the upload declared, such as `application/pdf`.',
    }),
    sha256: Type.String({ description: 'The SHA-256 of the bytes, in hexadecimal.' }),
    createdAt: timestamp(),
    createdBy: Type.String({ description: '`user:<crmUserId>`' }),
  }),
)

export const AttachedFile = named(
  'AttachedFile',
  'A file of a document or a message.',
  closed({
    id: uuid('`GET /v1/files/{id}/content` downloads the file.'),
    name: Type.String(),
    size: Type.Integer({ description: 'In bytes.' }),
    type: Type.String({ description: 'The type that the upload declared.' }),
  }),
)

const params = closed({ id: parameter('FileId', uuid('The file’s id.')) })
const WHO =
  'Until a cell holds the file, only the person who uploaded it can read it. After that, everybody who can see the column can, as long as the row is not in the trash. Every seat can read the files that were added to such a row itself, the files of documents, and those of messages that are not deleted.'

/** Files that cells of type `file` hold. */
export const fileOperations = {
  create: operation({
    method: 'POST',
    path: '/v1/files',
    tag: 'Files',
    access: 'workspace',
    scope: 'records:write',
    summary: 'Upload a file',
    description:
      'Write the id that it returns into cells of a file column, add it to a row, or use it for a document or a message. The limit is 25 MiB, unless the operator has set another (`MAX_FILE_MB`). With an `Idempotency-Key`, the same bytes get the same answer and other bytes are refused. A file that no cell, row, document or message uses within 24 hours is deleted. A key uploads with `POST /v1/ingest/files`.',
    upload: true,
    example: { file: '(the bytes of the file)' },
    body: named(
      'FileUpload',
      'A file to upload, as multipart/form-data.',
      closed({ file: binary('The file, with its name and type.') }),
    ),
    answer: one(StoredFile),
    bodyLimit: 26 * MIB,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/files/{id}',
    tag: 'Files',
    access: 'workspace',
    scope: 'records:read',
    summary: 'Get the name, size and type of a file',
    description: WHO,
    params,
    answer: one(StoredFile),
  }),
  content: operation({
    method: 'GET',
    path: '/v1/files/{id}/content',
    tag: 'Files',
    access: 'workspace',
    scope: 'records:read',
    summary: 'Download a file',
    description: `${WHO} It is always sent as an attachment of the type \`application/octet-stream\`, so that a browser never opens it in place. \`Range\` gets a part of it, so that a download that broke off can go on.`,
    params,
    produces: ['application/octet-stream'],
    refuses: ['range_not_satisfiable'],
  }),
}
