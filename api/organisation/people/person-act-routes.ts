import type { Transaction } from 'kysely'
import * as calls from '../../../contract/organisation/person-acts.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { dataToken } from '../../account/personal-data/data-link.ts'
import { eraseNow } from '../../account/personal-data/erase.ts'
import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import { type AuditedAct, type SignedInCall, serveAct } from '../../audit-log/serve-act.ts'
import type { Config } from '../../config.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { Route } from '../../http/serve.ts'
import type { IdentityProvider } from '../../identity/provider.ts'
import { type Log, warningOf } from '../../log.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { keysAbout } from '../../messages/conversation/publish-about.ts'
import type { Hub } from '../../messages/hub/hub.ts'
import type { Senders } from '../../senders/senders.ts'
import { requirePersonInReach } from '../../team/reach.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import * as acts from './account-acts.ts'
import { makeMentor, retireMentorOf } from './mentor-acts.ts'
import * as newPhone from './new-phone.ts'

export type PersonActDeps = {
  db: Db
  now: () => number
  identity: IdentityProvider
  personalDataSources: readonly PersonalData[]
  publishAbout: (uid: string) => Promise<void>
  hub: Hub
  config: Config
  senders: Senders
  log: Log
  /** Key that encrypts the tokens of links to prepared data. */
  dataKey: Buffer
}

const ok = () => ({ success: true }) as const

/** What coordinators and owners do to one account. */
export function personActRoutes(actDeps: PersonActDeps): Route[] {
  const { db, now, identity, personalDataSources, publishAbout, hub, dataKey, config, senders, log } = actDeps
  const deps = { db, now }
  const locks = ({ params: { uid } }: { params: { uid: string } }) => [TEAM_LOCK, MENTORS_LOCK, userLock(uid)]
  /** Wakes the person's long polls, which then find that the session or the role is over. */
  const endPolls = (_: unknown, { params: { uid } }: { params: { uid: string } }) => hub.publish([uid])
  /** Wakes the mentor's long polls, too, because a person who is blocked or will be erased no longer waits. */
  const wakeBoth = async (_: unknown, { params: { uid } }: { params: { uid: string } }) =>
    hub.publish([...(await keysAbout(db, uid)), uid])
  const notifying = (notify: typeof newPhone.notifyOldPhone) => (allowed: newPhone.AllowedPhone) =>
    notify(db, allowed, { sendSms: senders.sendSms, now: now() }).catch(
      warningOf(log, 'the old phone number was not notified of the new one'),
    )
  type OnPerson = { user: { uid: string }; params: { uid: string } }
  /** For acts that nobody may do to themselves, and that only owners may do to an owner. */
  const allowed =
    <Visit extends OnPerson, Result>(
      work: (trx: Transaction<Tables>, visit: Visit, at: number) => Promise<ActResult<Result>>,
    ) =>
    async (trx: Transaction<Tables>, visit: Visit, at: number) => {
      await acts.requireMayChange(trx, visit.user.uid, visit.params.uid)
      return work(trx, visit, at)
    }
  return [
    serveOnPerson(deps, calls.blockPerson, {
      locks,
      work: allowed(async (trx, { params: { uid }, body }, at) => {
        await acts.throwIfBlockedBefore(trx, uid)
        return acts.blockPerson(trx, uid, body.reason, at)
      }),
      after: wakeBoth,
      reply: ok,
    }),

    serveOnPerson(deps, calls.unblockPerson, {
      locks,
      work: allowed((trx, { params: { uid } }) => acts.unblockPerson(trx, uid)),
      after: wakeBoth,
      reply: ok,
    }),

    serveOnPerson(deps, calls.signOutPerson, {
      locks,
      work: allowed((trx, { params: { uid } }, at) => acts.signOutPerson(trx, uid, at)),
      after: endPolls,
      reply: ok,
    }),

    serveOnPerson(deps, calls.setPersonBeta, {
      locks,
      work: async (trx, { params: { uid }, body }) => {
        await acts.userRow(trx, uid)
        return acts.setPersonBeta(trx, uid, body.isBeta)
      },
      reply: ok,
    }),

    serveOnPerson(deps, calls.correctName, {
      locks,
      work: allowed((trx, { params: { uid }, body }) => acts.correctName(trx, uid, body)),
      after: (_, { params: { uid } }) => publishAbout(uid),
      reply: ok,
    }),

    serveOnPerson(deps, calls.allowNewPhone, {
      locks: async ({ params: { uid }, body }) =>
        newPhone.locksOfAllowing(uid, await newPhone.readNewPhone(db, config, body.phoneNumber)),
      beforeFirst: ({ params: { uid } }, at) => newPhone.consumeNewPhone(db, uid, config.limitFactor, at),
      work: allowed(async (trx, { params: { uid }, body }, at) => {
        const phone = await newPhone.readNewPhone(trx, config, body.phoneNumber)
        await newPhone.throwIfOtherAllowed(trx, uid, phone, at)
        return newPhone.allowNewPhone(trx, uid, phone, at)
      }),
      after: notifying(newPhone.notifyOldPhone),
      afterRepeat: notifying(newPhone.notifyAtRepeat),
      reply: ok,
    }),

    serveOnPerson(deps, calls.cancelNewPhone, {
      locks,
      work: allowed((trx, { params: { uid } }, at) => newPhone.cancelNewPhone(trx, uid, at)),
      reply: ok,
    }),

    serveOnPerson(deps, calls.makeMergeLink, {
      locks,
      work: allowed((trx, { params: { uid } }) => acts.makeMergeLink(trx, uid)),
      reply: ok,
    }),

    serveOnPerson(deps, calls.setMentorRole, {
      locks,
      work: async (trx, { user, params: { uid }, body }, at) => {
        if (body.isMentor) {
          await acts.requireMayNameMentor(trx, user.uid, uid)
          return makeMentor(trx, uid, at)
        }
        await acts.requireMayRetire(trx, user.uid, uid)
        return retireMentorOf(trx, uid)
      },
      after: endPolls,
      reply: ok,
    }),

    serveOnPerson(deps, calls.erasePerson, {
      locks,
      work: allowed(async (trx, { params: { uid }, body }, at) => {
        await acts.requireTypedName(trx, uid, body.name)
        return acts.scheduleErasure(trx, uid, body, at)
      }),
      // If the erasure fails here, the hourly work tries again.
      after: async (_, { params: { uid }, body: { isNow } }) => {
        const keys = await keysAbout(db, uid)
        if (isNow) await eraseNow(db, uid, { personalDataSources, accounts: identity.accounts, now: now() })
        hub.publish([...keys, uid])
      },
      reply: (data: { eraseAt: number }) => ({ success: true, data }),
    }),

    serveOnPerson(deps, calls.prepareData, {
      locks,
      work: (trx, { params: { uid } }, at) => acts.prepareData(trx, uid, at),
      reply: ({ expiresAt }, { params: { uid } }) => ({
        success: true,
        data: { expiresAt, token: dataToken({ uid, expiresAt }, dataKey) },
      }),
    }),

    serveOnPerson(deps, calls.cancelPersonErasure, {
      locks,
      work: (trx, { params: { uid } }) => acts.cancelPersonErasure(trx, uid),
      after: wakeBoth,
      reply: ok,
    }),
  ]
}

/**
 * Serves an act on one person. The person has to be in reach, before anything is counted and again in the transaction.
 */
function serveOnPerson<const E extends SignedInCall, Result>(
  deps: Pick<PersonActDeps, 'db' | 'now'>,
  endpoint: E,
  { work, ...act }: Omit<AuditedAct<E, Result>, 'before'>,
): Route {
  type Visit = Parameters<typeof work>[1]
  const requireReach = (db: Db, visit: Visit) => {
    const { reach, params } = visit as unknown as { reach: Reach; params: { uid: string } }
    return requirePersonInReach(db, reach, params.uid)
  }
  return serveAct<E, Result>(deps, endpoint, {
    ...act,
    before: visit => requireReach(deps.db, visit),
    work: async (trx, visit, at, prepared) => {
      await requireReach(trx, visit)
      return work(trx, visit, at, prepared)
    },
  })
}
