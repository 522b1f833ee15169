import { randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { END_TEAM_SESSIONS } from './end-after-restore.ts'

/**
 * SQLite keeps this number in the database and in its copies. Each restore draws a new number, so a database with the
 * number of a backup is the database from which the backup was made.
 */
export function newLineOfBackups(): string {
  return `pragma user_version = ${randomInt(1, 2 ** 31 - 1)}`
}

/**
 * Replaces the sign-ins of a restored backup by those of the former database, which knows who signed out since, and
 * which tokens were renewed. Returns false, and changes nothing, if the backup was made from another database, or if
 * the former database cannot be read.
 */
export function takeLaterSessions(copy: string, former: string): boolean {
  const database = new DatabaseSync(copy)
  try {
    database.prepare('attach ? as former').run(former)
    if (!isLater(database)) return false
    const columns = database.prepare(COMMON_COLUMNS).all()
    const names = columns.map(({ name }) => name).join()
    database.exec(`
      begin immediate;
      delete from sessions;
      insert into sessions (${names}) select ${names} from former.sessions
        where revoked_at is null and uid in (select uid from main.users);
      update users set signed_out_at = later.signed_out_at from former.users as later where later.uid = users.uid;
      ${END_TEAM_SESSIONS};
      commit`)
    return true
  } catch {
    // The former database may be damaged: that is a usual reason to restore a backup.
    return false
  } finally {
    database.close()
  }
}

/** A new database has the number 0, as has any backup before the first restore. So both must also share a person. */
function isLater(database: DatabaseSync): boolean {
  const [own, formers] = ['main', 'former'].map(name => database.prepare(`pragma ${name}.user_version`).get())
  const shared = database.prepare('select uid from users where uid in (select uid from former.users) limit 1').get()
  return own?.user_version === formers?.user_version && shared !== undefined
}

/** A backup of an earlier version may have fewer columns. */
const COMMON_COLUMNS = `select name from pragma_table_info('sessions')
  intersect select name from pragma_table_info('sessions', 'former')`
