import { createStore } from '../../create-store.ts'

const shares = createStore<ReadonlyMap<string, number>>(new Map())

/** Progress of each upload (0 to 1), by item id. */
export const uploadShares = shares.get
export const onUploadsChange = shares.watch

/** Notes progress in whole percents. Smaller steps would only cost rendering. */
export function noteShare(itemId: string, share: number): void {
  const percent = Math.floor(100 * share) / 100
  if (uploadShares().get(itemId) !== percent) shares.set(new Map(uploadShares()).set(itemId, percent))
}

export function noteUploadEnd(itemId: string): void {
  shares.set(new Map([...uploadShares()].filter(([id]) => id !== itemId)))
}
