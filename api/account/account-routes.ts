import { createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import {
  cancelErasure as cancelErasureCall,
  changeName as changeNameCall,
  eraseAccount,
  getAccountKeys,
  getMyData,
  getPreparedData,
  getTextConsent,
  mergeUser,
  setTextConsent as setTextConsentCall,
} from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { HOUR, MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consume, consumeRead, type Limit } from '../http/limits.ts'
import { type Route, serve, serveBytes } from '../http/serve.ts'
import type { IdentityProvider } from '../identity/provider.ts'
import { warningOf } from '../log.ts'
import type { Senders } from '../senders/senders.ts'
import { formerUidsOf } from './closed-accounts.ts'
import { mergeAccounts, requireVerified } from './merge/merge.ts'
import { notifyOwners } from './merge/merge-notice.ts'
import { openDataLink } from './personal-data/data-link.ts'
import { cancelErasure, eraseLater } from './personal-data/erase.ts'
import { OWN_DATA_NAME, ownData } from './personal-data/own-data.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { hasTextConsent, setTextConsent } from './text-consent.ts'
import { userOf } from './user-record.ts'
import { changeName, consumeNameChange } from './users.ts'

const MERGES_PER_HOUR = 20
const DOWNLOADS_PER_HOUR = 5
const KEYS_PER_HOUR = 60
const CONSENTS_PER_MINUTE = 10

export type AccountDeps = {
  db: Db
  now: () => number
  log: { warn: (what: object, message: string) => void }
  limitFactor: number
  identity: IdentityProvider
  personalDataSources: readonly PersonalData[]
  senders: Senders
  /** Signs uids: the signature of a uid is the key of the account. */
  accountKey: Buffer
  /** Encrypts what the links to prepared data carry. */
  dataKey: Buffer
  /** Notifies this person's screens, and those of their mentor. */
  publishAbout: (uid: string) => Promise<void>
}

/** Calls about the account as a whole. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { db, now, log, limitFactor, identity, personalDataSources, senders, accountKey, dataKey, publishAbout } = deps
  const perHour = (name: 'merge' | 'myData' | 'accountKeys', uid: string, max: number): Limit => {
    return { name, of: { uid }, max: max * limitFactor, perMs: HOUR, code: 'auth/quota-exceeded' }
  }
  const sendOwnData = async (reply: FastifyReply, uid: string, at: number) => {
    const bytes = await ownData(db, personalDataSources, uid, at)
    return reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${OWN_DATA_NAME}"`)
      .send(bytes)
  }

  return [
    serve(mergeUser, async ({ params: { uid }, body: { phoneUid, phoneNumber }, user, headers }) => {
      if (uid !== user.uid) throw new ApiError('forbidden')
      const at = now()
      await consume(db, perHour('merge', uid, MERGES_PER_HOUR), at)
      if (phoneUid === uid) throw new ApiError('bad-request')
      await requireVerified(db, identity, { token: String(headers['x-merge-proof'] ?? ''), phoneUid })
      const options = { personalDataSources, accounts: identity.accounts, now: at }
      const owners = await mergeAccounts(db, { uid, phoneUid, phoneNumber }, options)
      identity.accounts.evictTokensOf(phoneUid)
      // The merge is done, even if nobody can be notified.
      if (owners) notifyOwners(senders, owners, at).catch(warningOf(log, 'merge notice not sent'))
      await publishAbout(uid).catch(warningOf(log, 'mentor screens not updated after a merge'))
      return { success: true, data: { user: await userOf(db, uid, at) } }
    }),

    serve(changeNameCall, async ({ user, body }) => {
      await consumeNameChange(db, user.uid, limitFactor, now())
      const displayName = await changeName(db, user.uid, body.name)
      // The name is stored even if the mentor's screen cannot be notified.
      await publishAbout(user.uid).catch(warningOf(log, 'mentor screens not updated after a new name'))
      return { success: true, data: { displayName } }
    }),

    serve(getTextConsent, async ({ user }) => ({
      success: true,
      data: { agrees: await hasTextConsent(db, user.uid) },
    })),

    serve(setTextConsentCall, async ({ user, body: { agrees } }) => {
      const at = now()
      const limit: Limit = {
        name: 'textConsent',
        of: { uid: user.uid },
        max: CONSENTS_PER_MINUTE * limitFactor,
        perMs: MINUTE,
      }
      await consume(db, limit, at)
      await setTextConsent(db, user.uid, agrees, at)
      return { success: true, data: { agrees } }
    }),

    serveBytes(getMyData, async ({ user, reply }) => {
      const at = now()
      await consumeRead(db, perHour('myData', user.uid, DOWNLOADS_PER_HOUR), at)
      return sendOwnData(reply, user.uid, at)
    }),

    serveBytes(getPreparedData, async ({ user, query, reply }) => {
      const at = now()
      await consume(db, perHour('myData', user.uid, DOWNLOADS_PER_HOUR), at)
      await openDataLink(db, { uid: user.uid, token: query.token, key: dataKey }, at)
      return sendOwnData(reply, user.uid, at)
    }),

    serve(getAccountKeys, async ({ user }) => {
      await consumeRead(db, perHour('accountKeys', user.uid, KEYS_PER_HOUR), now())
      const uids = [user.uid, ...(await formerUidsOf(db, user.uid))]
      const keyOf = (uid: string) => createHmac('sha256', accountKey).update(uid).digest('base64url')
      return { success: true, data: Object.fromEntries(uids.map(uid => [uid, keyOf(uid)])) }
    }),

    serve(eraseAccount, async ({ user }) => {
      const at = now()
      requireRecentSignIn(user, at)
      return { success: true, data: { eraseAt: await eraseLater(db, user.uid, at) } }
    }),

    serve(cancelErasureCall, async ({ user }) => {
      await cancelErasure(db, user.uid)
      return { success: true }
    }),
  ]
}
