/** One page log or message as its sender knows it in the end: what stayed unanswered was sent again until it had an answer. */
export type Entry = {
  /** Idempotency key; of a log it is the answer, too, so that every stored answer tells which log wrote it. */
  key: string
  /** Person, lesson and page: of the entries of one place the last acknowledged has to stand. A message has its own. */
  place: string
  verdict: 'ok' | 'fail'
  /** The server died over it, so that nobody knew whether it had arrived. */
  isSentAgain: boolean
}

/** What the database has: how often each key was written to a page, which keys are kept, what stands at each place. */
export type Stored = { writes: Map<string, number>; keys: string[]; standing: Map<string, string[]> }

export type Verdict = { acked: number; sentAgain: number; lost: number; doubled: number }

/**
 * Every acknowledged log is stored and every place holds its last one; no log was written twice, none that was refused at
 * all. The journal is in the order of the answers.
 */
export function judge(journal: Entry[], { writes, keys, standing }: Stored): Verdict {
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
