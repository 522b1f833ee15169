import type { Readable } from 'node:stream'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Db } from '../../database/tables.ts'
import { userOf } from '../user-record.ts'
import type { PersonalData } from './personal-data.ts'

export const OWN_DATA_NAME = 'step-by-step-data.zip'

/** All data of a person, as a zip of data.json and their files. It holds no secret and no data of another person. */
export async function ownData(
  db: Db,
  personalDataSources: readonly PersonalData[],
  uid: string,
  now: number,
): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const data: Record<string, unknown> = { writtenAt: isoOf(now), account: await accountOf(db, uid, now) }
  for (const { name, collect } of personalDataSources) {
    const { json, files = [] } = await collect(db, uid)
    data[name] = json
    // A file is opened only when it is written, so hundreds are not open at once.
    for (const file of files) zip.addReadStreamLazy(file.name, done => done(null, file.open()))
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, undefined, 2)}\n`), 'data.json')
  zip.end()
  const bytes = zip.outputStream as Readable
  zip.on('error', error => bytes.destroy(error))
  return bytes
}

async function accountOf(db: Db, uid: string, now: number): Promise<object> {
  const user = await userOf(db, uid, now)
  const times = await db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.id', 'users.invitation_id')
    .select('invitations.name as came_by')
    .select(['phone_since', 'email_since', 'email_proved_at', 'blocked_at', 'block_reason', 'signed_out_at'])
    .select(['began_at', 'active_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!times) throw new ApiError('auth/unauthorized')
  return {
    uid: user.uid,
    displayName: user.displayName,
    phoneNumber: user.phoneNumber,
    phoneSince: isoOf(times.phone_since),
    email: user.email,
    emailSince: isoOf(times.email_since),
    emailProvedAt: isoOf(times.email_proved_at),
    mentor: user.responder_name,
    // A link from a list of invitations has no name.
    cameBy: times.came_by || null,
    isBeta: user.isBeta,
    createdAt: isoOf(user.createdAt),
    beganAt: isoOf(times.began_at),
    lastActiveAt: isoOf(times.active_at),
    teamRoles: user.teamRoles,
    formerUids: user.formerUids,
    blockedAt: isoOf(times.blocked_at),
    blockReason: times.block_reason,
    signedOutAt: isoOf(times.signed_out_at),
    eraseAt: isoOf(user.eraseAt),
    ...(await signInsOf(db, uid, user.phoneNumber)),
  }
}

async function signInsOf(db: Db, uid: string, phone: string | null): Promise<object> {
  const sessions = await db.selectFrom('sessions').select('created_at').where('uid', '=', uid).execute()
  const codes = await db
    .selectFrom('verifications')
    .select('created_at')
    .where('phone', '=', phone ?? '')
    .execute()
  const timesIn = (rows: { created_at: number }[]) => rows.map(row => isoOf(row.created_at)).sort()
  return { signedInAt: timesIn(sessions), codesSentAt: timesIn(codes) }
}

function isoOf(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString()
}
