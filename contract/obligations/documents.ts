import Type from 'typebox'
import { MOST_DOCUMENT_TYPE_CHARS, MOST_TITLE_CHARS, MOST_URL_CHARS } from '../../shared/limits.ts'
import {
  binary,
  closed,
  integerId,
  list,
  nullable,
  one,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { AttachedFile } from '../records/files.ts'

const MIB = 1024 * 1024

export const Document = named(
  'Document',
  'A document that is handed in to meet obligations.',
  closed({
    id: integerId(),
    name: Type.String(),
    documentType: Type.String({
      description: 'Your own word for the kind of document, such as `bank_statement`.',
    }),
    url: nullable(Type.String({ description: 'Where it is kept, if it is kept elsewhere.' })),
    file: nullable(AttachedFile),
    createdAt: timestamp(),
    createdBy: Type.String({ description: '`user:<crmUserId>`' }),
  }),
)

const tag = 'Documents'

export const documentOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/documents',
    tag,
    access: 'workspace',
    scope: 'obligations:read',
    summary: 'List the documents, oldest first',
    description:
      'Lists the documents of the workspace. With `documentType`, only those of one type.',
    query: closed({
      ...pageQuery,
      documentType: Type.Optional(text(MOST_DOCUMENT_TYPE_CHARS, 'Only documents of this type.')),
    }),
    answer: list(Document),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/documents',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Add a document: a link, or the file itself',
    description:
      'Send JSON with `name`, `documentType` and either `url` (kept elsewhere) or `fileId` (uploaded to `/v1/files`). Or send multipart/form-data with `documentType`, `file` and, if it should differ from the file’s, `name`. Every seat can read the file of a document, and it is kept as long as the document.',
    upload: 'or json',
    example: {
      name: 'Bank statement, October',
      documentType: 'bank_statement',
      fileId: '0190b6a1-0c7d-7b52-8e3f-1d5c9a7b2e40',
    },
    formExample: { documentType: 'bank_statement', file: '(the bytes of the file)' },
    body: named(
      'NewDocument',
      'A document to be added.',
      closed({
        name: Type.Optional(text(MOST_TITLE_CHARS, 'The default is the name of the file.')),
        documentType: text(MOST_DOCUMENT_TYPE_CHARS),
        url: Type.Optional(
          Type.String({ format: 'uri', maxLength: MOST_URL_CHARS, pattern: '^https?://' }),
        ),
        fileId: Type.Optional(uuid()),
        file: Type.Optional(binary('The file, in multipart/form-data only.')),
      }),
    ),
    answer: one(Document),
    refuses: ['unknown_reference'],
    bodyLimit: 26 * MIB,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/documents/{id}',
    tag,
    access: 'workspace',
    scope: 'obligations:read',
    summary: 'Get one document',
    description: 'Returns what the document is and where its file is.',
    params: closed({ id: integerId('The document’s id.') }),
    answer: one(Document),
  }),
}
