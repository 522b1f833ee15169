import pg from 'pg'

/** Listens with one connection for each process of ours. Reports when all listen and when all heard everything. */
const [url, count, notices] = process.argv.slice(2) as [string, string, string]
let missing = Number(count) * Number(notices)
for (let opened = 0; opened < Number(count); opened++) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  client.on('notification', () => {
    missing -= 1
    if (missing === 0) process.send?.('heard')
  })
  await client.query('listen bench')
}
process.send?.('listening')
