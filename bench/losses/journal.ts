/**
 * One page log or message as its sender knows it at the end. Requests without a response were repeated until they had
 * one.
 */
export type JournalEntry = {
  /** The idempotency key. In a log it is also the answer, so each stored answer shows which log wrote it. */
  key: string
  /** Person, lesson and page: the last confirmed entry of a place must win. Each message has its own place. */
  place: string
  verdict: 'ok' | 'fail'
  /** The server was killed meanwhile, so nobody knew whether the first request arrived. */
  isSentAgain: boolean
}

/**
 * The data in the database: how often each key was written, which idempotency keys are stored, and which entries each
 * place has now.
 */
export type StoredData = { writes: Map<string, number>; keys: string[]; standing: Map<string, string[]> }

export type Verdict = { acked: number; sentAgain: number; lost: number; doubled: number }

/**
 * Counts as lost: a confirmed entry that is not stored, and a place without its last confirmed entry. Counts as
 * doubled: an entry that was written twice, and a refused entry that was written. The journal is in the order of the
 * responses.
 */
export function judge(journal: JournalEntry[], { writes, keys, standing }: StoredData): Verdict {
  const acked = journal.filter(entry => entry.verdict === 'ok')
  const refused = journal.filter(entry => entry.verdict === 'fail')
  const kept = new Set(keys)
  const missing = acked.filter(({ key }) => !kept.has(key) || !writes.has(key))
  const last = new Map(acked.map(({ place, key }) => [place, key]))
  const overwritten = [...last].filter(([place, key]) => !standing.get(place)?.includes(key))
  const twice = [...writes.values()].filter(count => count > 1)
  const rowsTooMany = [...standing.values()].filter(answers => answers.length > 1)
  return {
    acked: acked.length,
    sentAgain: journal.filter(entry => entry.isSentAgain).length,
    lost: missing.length + overwritten.length,
    doubled:
      twice.length +
      rowsTooMany.length +
      (keys.length - kept.size) +
      refused.filter(({ key }) => kept.has(key) || writes.has(key)).length,
  }
}
