/**
 * `fetch` for an upload, which `fetch` itself does not follow.
 *
 * @param onProgress is called with how much is sent, from 0 to 1.
 */
export const uploadFetch =
  (onProgress: (sent: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.responseType = 'blob'
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => {
        const { status, statusText } = request
        resolve(new Response(request.response, { status, statusText, headers: headersOf(request) }))
      }
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
      init.signal?.addEventListener('abort', () => request.abort())
      if (init.signal?.aborted) request.abort()
      else request.send(init.body as FormData)
    })

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .trim()
    .split('\r\n')
    .map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    })
