/**
 * What a good developer writes in an afternoon: Fastify, a schema, pg, one statement per request. It checks types and
 * nothing else: no conversion, receipt, history, event, limit or tenant. Started by `bench/speed.ts` as a process of its own.
 */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = fastify({ bodyLimit: 4 * 1024 * 1024 })

const row = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string' },
    qty: { type: 'integer' },
    due: { type: 'string', format: 'date' },
    status: { enum: ['new', 'open', 'done', 'closed'] },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string' },
    site: { type: 'string', format: 'uri' },
    done: { type: 'boolean' },
    price: { type: 'number' },
    notes: { type: 'string' },
  },
}
const names = Object.keys(row.properties)
const columns = names.join(', ')
type Row = Record<string, unknown>

app.post<{ Body: Row }>('/rows', { schema: { body: row } }, async ({ body }, reply) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `INSERT INTO leads (${columns}) VALUES (${names.map((_, i) => `$${i + 1}`)}) RETURNING *`,
    values: names.map((name) => body[name]),
  })
  return reply.code(201).send(rows[0])
})

const batch = { type: 'array', maxItems: 500, items: row }
app.post<{ Body: Row[] }>('/rows/batch', { schema: { body: batch } }, async ({ body }, reply) => {
  const { rows } = await pool.query({
    name: 'many',
    text: `INSERT INTO leads (${columns}) SELECT ${columns} FROM jsonb_to_recordset($1::jsonb) AS r (title text, qty integer,
      due date, status text, email text, phone text, site text, done boolean, price numeric, notes text) RETURNING id`,
    values: [JSON.stringify(body)],
  })
  return reply.code(201).send(rows)
})

app.get<{ Params: { id: number } }>('/rows/:id', async ({ params }) => {
  const text = 'SELECT * FROM filled WHERE id = $1'
  return (await pool.query({ name: 'row', text, values: [params.id] })).rows[0]
})

app.patch<{ Params: { id: number }; Body: { qty: number } }>(
  '/rows/:id',
  async ({ params, body }) => {
    const text = 'UPDATE filled SET qty = $2 WHERE id = $1 RETURNING *'
    return (await pool.query({ name: 'edit', text, values: [params.id, body.qty] })).rows[0]
  },
)

app.get<{ Querystring: { word: string } }>('/search', async ({ query }) => {
  const text = 'SELECT * FROM filled WHERE email ILIKE $1 ORDER BY id LIMIT 20'
  return (await pool.query({ name: 'search', text, values: [`%${query.word}%`] })).rows
})

app.get<{ Querystring: { offset: number } }>('/jump', async ({ query }) => {
  const text = 'SELECT * FROM filled ORDER BY id OFFSET $1 LIMIT 100'
  return (await pool.query({ name: 'jump', text, values: [query.offset] })).rows
})

app.get<{ Querystring: { after?: number } }>('/rows', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'page',
    text: 'SELECT * FROM filled WHERE id > $1 ORDER BY id LIMIT 100',
    values: [query.after ?? 0],
  })
  return rows
})

for (const table of ['filled', 'indexed']) {
  app.get<{ Querystring: { title: string } }>(`/${table}/sorted`, async ({ query }) => {
    const { rows } = await pool.query({
      name: table,
      text: `SELECT * FROM ${table} WHERE title = $1 ORDER BY price, id LIMIT 100`,
      values: [query.title],
    })
    return rows
  })
}

const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${address}`)
