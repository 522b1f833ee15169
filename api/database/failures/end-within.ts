import type pg from 'pg'

/** A hanging PostgreSQL does not confirm the end of a connection, and a leaving process must not wait for it. */
export async function endWithin(limitMs: number, clients: Iterable<pg.Client>, ended: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy()
  }, limitMs)
  try {
    await ended.catch(() => {})
  } finally {
    clearTimeout(timer)
  }
}
