import pg from 'pg'

/** As many connections as processes of ours would have. Says when all listen, and when all have heard everything. */
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
