/** Progress of each upload (0 to 1), by item id. */
let shares: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

export function uploadShares(): ReadonlyMap<string, number> {
  return shares
}

export function onUploadsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** In whole percents: more would only cost rendering. */
export function noteShare(letterId: string, share: number): void {
  const percent = Math.floor(100 * share) / 100
  if (shares.get(letterId) !== percent) change(new Map(shares).set(letterId, percent))
}

export function noteUploadEnd(letterId: string): void {
  change(new Map([...shares].filter(([id]) => id !== letterId)))
}

function change(after: ReadonlyMap<string, number>): void {
  shares = after
  for (const listener of listeners) listener()
}
