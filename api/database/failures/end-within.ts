import type pg from 'pg'

/** A PostgreSQL that hangs takes no goodbye, and a process that leaves must not wait for one. */
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
