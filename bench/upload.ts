// Sends a file to be imported, and prints the answer: `node bench/upload.ts URL TOKEN BOARD FILE`.
import { openAsBlob } from 'node:fs'

const [url, token, board, path] = process.argv.slice(2) as [string, string, string, string]
const body = new FormData()
body.set('file', await openAsBlob(path), 'rows.csv')
body.set('boardId', board)
const answer = await fetch(url, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
  body,
})
const text = await answer.text()
if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${text}`)
console.log(text)
