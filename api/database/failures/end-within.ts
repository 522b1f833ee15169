import type pg from 'pg'

/** A leaving process must not wait for a hanging PostgreSQL, which never confirms the end of a connection. */
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
