import type { Locks } from '../../database/groups/choose-group.ts'
import type { Db } from '../../database/tables.ts'
import { conversationWith, type Ends, locksOf } from './conversation.ts'

/** If more conversations are remembered, the oldest one is forgotten. */
const MAX_REMEMBERED = 20_000

/** The locks of conversations, as this process last found them. They change when a learner gets another mentor. */
export function knownLocks(db: Db) {
  const known = new Map<string, Locks>()
  const nameOf = ({ uid, to }: Ends) => `${uid} ${to}`
  return {
    of: (ends: Ends): Locks | undefined => known.get(nameOf(ends)),
    evict: (ends: Ends): boolean => known.delete(nameOf(ends)),
    /** Throws if the two people may not write to each other. */
    async find(ends: Ends): Promise<Locks> {
      const locks = locksOf(await conversationWith(db, ends.uid, ends.to), ends.uid)
      if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value as string)
      known.set(nameOf(ends), locks)
      return locks
    },
  }
}
