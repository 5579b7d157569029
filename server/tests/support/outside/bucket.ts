import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Bucket = Awaited<ReturnType<typeof startBucket>>

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** How many names a list has at once. */
const PAGE = 2

/** A server with as much of S3 as files and backups need, which checks every signature itself. */
export async function startBucket(credentials: Credentials) {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url!, 'http://bucket')
    const key = decodeURIComponent(url.pathname.replace(/^\/desk\//, ''))
    const uploadId = url.searchParams.get('uploadId')
    requests.push(`${request.method} ${request.url}`)
    const answer = (status: number, text: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(text)

    if (
      signatureOf(request, url, credentials) !==
      /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1]
    ) {
      return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    switch (request.method) {
      case 'PUT': {
        const etag = { etag: `"${createHash('md5').update(body).digest('hex')}"` }
        if (!uploadId) objects.set(key, body)
        else uploads.get(uploadId)!.set(Number(url.searchParams.get('partNumber')), body)
        return answer(200, '', etag)
      }
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = `upload-${uploads.size + 1}-${requests.length}`
          uploads.set(id, new Map())
          return answer(
            200,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          )
        }
        const parts = uploads.get(uploadId!)!
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
        const bytes = named.map(([, nth]) => parts.get(Number(nth))!)
        // Like S3: every part but the last has 5 MiB or more.
        if (bytes.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024)) {
          return answer(400, '<Error><Code>EntityTooSmall</Code></Error>')
        }
        objects.set(key, Buffer.concat(bytes))
        uploads.delete(uploadId!)
        return answer(
          200,
          `<CompleteMultipartUploadResult><Location>x</Location><Bucket>desk</Bucket><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
        )
      }
      case 'GET': {
        if (url.searchParams.has('list-type')) return answer(200, listOf(objects, url.searchParams))
        const found = objects.get(key)
        if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
        if (from === undefined) return answer(200, found)
        return answer(206, found.subarray(Number(from), Number(to) + 1))
      }
      case 'HEAD': {
        const found = objects.get(key)
        return found ? answer(200, '', { 'content-length': found.length }) : answer(404)
      }
      case 'DELETE':
        if (uploadId) uploads.delete(uploadId)
        else objects.delete(key)
        return answer(204)
      default:
        return answer(405)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    objects,
    /** Uploads that are begun and not completed yet. */
    uploads,
    requests,
    stop: () => new Promise<unknown>((closed) => server.close(closed).closeAllConnections()),
  }
}

function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter(
    (name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('/') && name > after,
  )
  const page = names.toSorted().slice(0, PAGE)
  const isCut = page.length < names.length
  const contents = page.map(
    (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size></Contents>`,
  )
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

/** The AWS signature (version 4) that the request should have. */
function signatureOf(
  { method, headers }: IncomingMessage,
  url: URL,
  { accessKeyId, secretAccessKey, region }: Credentials,
): string | undefined {
  const [, credential, signed] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=\w+$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  if (credential !== `${accessKeyId}/${scope}` || !signed?.split(';').includes('host')) {
    return undefined
  }
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest()
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${secretAccessKey}`, time.slice(0, 8)), region),
  )
  const hashed = createHash('sha256').update(canonical).digest('hex')
  return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hashed}`).toString('hex')
}
