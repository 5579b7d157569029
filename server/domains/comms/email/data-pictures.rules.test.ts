import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import { withDataPictures } from './data-pictures.rules.ts'
import { readMail } from './mail.ts'

const GIF = `GIF89a${'\0'.repeat(20)}`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const read = (html: string, most = { files: 50, bytes: 1000 }) =>
  withDataPictures({ headers: new Map(), date: null, text: '', html, files: [] }, most)

test('a picture in the HTML is a file that the HTML shows, once for the same bytes', () => {
  const src = `data:image/png;base64,${base64(GIF)}`
  const { html, files } = read(
    `<p><IMG width=1 src="${src}"><img src='${src}'><img alt=x src=${src}> <img SRC = " ${src}"></p>`,
  )
  const shown = 'src="cid:1@data.invalid"'
  expect(html).toBe(
    `<p><IMG width=1 ${shown}><img ${shown}><img alt=x ${shown}> <img ${shown}></p>`,
  )
  expect(files).toEqual([
    { name: 'image-1.gif', type: 'image/gif', cid: '1@data.invalid', bytes: Buffer.from(GIF) },
  ])
  const clean = cleanHtml(html, new Map([['1@data.invalid', '/v1/files/1/content']]))
  expect(clean.match(/src="\/v1\/files\/1\/content"/g)).toHaveLength(4)
})

test('lines and percent signs in it are read', () => {
  const lines = base64(GIF).replace(/.{8}/g, '$&\r\n ').replaceAll('=', '%3D')
  expect(read(`<img src="data:image/gif;base64,${lines}">`).files[0]?.bytes).toEqual(
    Buffer.from(GIF),
  )
})

test('what can have scripts, or is no picture, is a file and is not shown', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const { html, files } = read(
    [
      `<img alt="logo" src="data:image/svg+xml,${encodeURIComponent(svg)}">`,
      `<img src="data:text/html;charset=utf-8;base64,${base64('<script>1</script>')}">`,
      `<img src="data:image/png;base64,${base64('no picture')}">`,
      '<img src="data:,"><img src="data:">',
    ].join(''),
  )
  expect(files.map(({ name, type, cid }) => [name, type, cid])).toEqual([
    ['image-1.svg', 'image/svg+xml', null],
    ['attachment-2.html', 'text/html', null],
    ['image-3.png', 'image/png', null],
  ])
  expect(files[0]!.bytes.toString()).toBe(svg)
  expect(cleanHtml(html)).toBe('logo')
})

test('what is too much is left out, and the HTML says so', () => {
  const two = [`${GIF}1`, `${GIF}2`].map((of) => `<img src="data:;base64,${base64(of)}">`).join('')
  for (const most of [
    { files: 1, bytes: 1000 },
    { files: 50, bytes: GIF.length + 1 },
  ]) {
    const { html, files } = read(two, most)
    expect(files).toHaveLength(1)
    expect(cleanHtml(html)).toBe('[A picture is left out: the email has too many files]')
  }
})

test('an email that is only long because of its pictures keeps its HTML', () => {
  const big = base64(`GIF89a${'x'.repeat(600_000)}`)
  const { html, files } = readMail(
    Buffer.from(`Content-Type: text/html\n\n<p>See <img src="data:image/gif;base64,${big}"></p>`),
  )
  expect(html).toBe('<p>See <img src="cid:1@data.invalid"></p>')
  expect(files).toMatchObject([{ name: 'image-1.gif', bytes: { length: 600_006 } }])
})

test('no HTML loses words, or ends with a source that is data', () => {
  const piece = fc.oneof(
    fc.constantFrom('<img', ' src=', 'data:image/gif;base64,', base64(GIF), 'data:', ' alt=x '),
    fc.constantFrom('"', "'", '>', '<', '<b>', '=', ',', '\n', '%3', '&#10;', 'words'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const html = pieces.join('')
      const { html: after, files } = read(html)
      expect(files.length).toBeLessThanOrEqual(50)
      const pictures = new Map(files.map(({ cid }, n): [string, string] => [cid ?? '', `/${n}`]))
      expect(cleanHtml(after, pictures)).not.toMatch(/<img[^>]*data:/)
      const outside = (of: string) => of.replace(/<img[^<]*/g, '').match(/words/g)?.length ?? 0
      expect(outside(after)).toBeGreaterThanOrEqual(outside(html))
    }),
    { numRuns: 300 },
  )
})

test('the time is in line with the length', () => {
  for (const piece of [
    '<img src="data:',
    "<img src='data:",
    '<img ',
    ' src=',
    '<img src=data:',
    '%',
  ]) {
    read(`<img src="data:,${piece.repeat(30_000)}`)
    read(piece.repeat(30_000))
  }
})
