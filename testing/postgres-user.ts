import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { userInfo } from 'node:os'

/** Options of `spawn`. */
export type Owner = { uid?: number; gid?: number }

/** PostgreSQL and PgBouncer refuse to run as root, so root gives their folder to Debian's user `postgres`. */
export function ownerFor(folder: string): Owner {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}
