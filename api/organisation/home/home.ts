import { type HomeItem, MAX_HOME_ITEMS } from '../../../contract/organisation/home.ts'
import { FOR_AUTHORS, type Reach, type TeamRole } from '../../../contract/team-roles.ts'
import { DAY } from '../../../contract/time.ts'
import { IS_PRESENT } from '../../account/user-status.ts'
import { proofState } from '../../backups/prove-backup-set.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import type { DiskSpace } from '../../media/storage/disk-space.ts'
import { areMentorsFull } from '../../mentors/mentors.ts'
import type { Senders } from '../../senders/senders.ts'
import { isInReach } from '../../team/reach.ts'
import { recoveryMadeAt } from '../../team/recovery-code.ts'
import { ownersOf } from '../../team/roles.ts'
import { countUnsent } from '../kind-words/kind-texts.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { dueBefore } from '../reports/days/working-time.ts'
import { isPresentLearner } from '../reports/learners.ts'
import type { Certificate } from '../settings/certificate.ts'

const MIN_ROOM_PERCENT = 15
const MIN_CERTIFICATE_DAYS = 14

export type HomeDeps = {
  db: Db
  now: () => number
  config: Pick<Config, 'dataDir' | 'nightlyBackup'>
  senders: Pick<Senders, 'failing'>
  certificate: Pick<Certificate, 'knownEnd'>
  diskSpaceOf: (folder: string) => Promise<DiskSpace>
}

/** What waits for somebody with these roles, the most pressing first. */
export async function homeItems(
  deps: HomeDeps,
  { uid, roles, reach }: { uid: string; roles: readonly TeamRole[]; reach: Reach },
): Promise<HomeItem[]> {
  const isOwner = roles.includes('owner')
  const isForPeople = isOwner || roles.includes('coordinator')
  const seesTeam = isForPeople && reach === 'everybody'
  const found = [
    ...(isOwner ? [await backupItem(deps), certificateItem(deps), ...sendingItems(deps), await roomItem(deps)] : []),
    ...(isForPeople
      ? [
          await nobodyStandsInItem(deps, reach),
          await waitingItem(deps, reach),
          await unheardItem(deps, reach),
          await noMentorItem(deps, reach),
          await mentorsFullItem(deps, reach),
          await unsentTextsItem(deps, reach),
        ]
      : []),
    ...(roles.some(role => FOR_AUTHORS.includes(role))
      ? await (await import('./publish-items.ts')).publishItems(deps.db, { uid, seesTeam }, deps.now())
      : []),
    ...(isOwner ? [await oneOwnerItem(deps)] : []),
  ]
  return found.filter(item => item !== undefined).slice(0, MAX_HOME_ITEMS)
}

type Found = Promise<HomeItem | undefined>

async function backupItem({ db, now, config }: HomeDeps): Found {
  if (!config.nightlyBackup) return undefined
  const { isGood, madeAt } = await proofState(db, now())
  return isGood ? undefined : { kind: 'backup', provenAt: madeAt ?? null }
}

function certificateItem({ certificate, now }: HomeDeps): HomeItem | undefined {
  const endsAt = certificate.knownEnd(now())
  if (endsAt === null) return undefined
  const days = Math.max(0, Math.floor((endsAt - now()) / DAY))
  return days < MIN_CERTIFICATE_DAYS ? { kind: 'certificate', days } : undefined
}

function sendingItems({ senders }: HomeDeps): HomeItem[] {
  return senders.failing().map(what => ({ kind: 'sending', what }))
}

async function roomItem({ config, diskSpaceOf }: HomeDeps): Found {
  const { totalBytes, freeBytes } = await diskSpaceOf(config.dataDir)
  const percent = Math.floor((100 * freeBytes) / totalBytes)
  return percent < MIN_ROOM_PERCENT ? { kind: 'room', percent } : undefined
}

async function waitingItem({ db, now }: HomeDeps, reach: Reach): Found {
  const settings = await reportSettings(db)
  const rows = await db
    .selectFrom('waits')
    .innerJoin('users', 'users.uid', 'waits.learner_uid')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .select(({ fn }) => [
      'responders.id',
      'responders.name',
      fn.count('waits.learner_uid').distinct().as('count'),
      fn.min('waits.began_at').as('oldest'),
    ])
    .where('waits.ended_at', 'is', null)
    .where('waits.began_at', '<', dueBefore(settings, now()))
    .where(IS_PRESENT)
    .where(isInReach(reach))
    .groupBy(['responders.id', 'responders.name'])
    .execute()
  if (rows.length === 0) return undefined
  const [most] = rows.toSorted((one, other) => Number(other.count) - Number(one.count))
  return {
    kind: 'waiting',
    days: Math.round(settings.aimMs / DAY),
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    oldestAt: Math.min(...rows.map(({ oldest }) => Number(oldest))),
    mentorId: most?.id ?? null,
    mentor: most?.name ?? null,
  }
}

/** A stand-in who is retired or away, too, answers nobody. */
async function nobodyStandsInItem({ db }: HomeDeps, reach: Reach): Found {
  const rows = await db
    .selectFrom('waits')
    .innerJoin('users', 'users.uid', 'waits.learner_uid')
    .innerJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('users as own', 'own.phone_number', 'responders.phone_number')
    .leftJoin('responders as cover', join =>
      join
        .onRef('cover.id', '=', 'responders.cover_id')
        .on('cover.is_active', '=', 1)
        .on('cover.away_since', 'is', null),
    )
    .select(({ fn }) => [
      'responders.id',
      'responders.name',
      'own.uid',
      fn.count('waits.learner_uid').distinct().as('count'),
    ])
    .where('waits.ended_at', 'is', null)
    .where('responders.away_since', 'is not', null)
    .where('cover.id', 'is', null)
    .where(IS_PRESENT)
    .where(isInReach(reach))
    .groupBy(['responders.id', 'responders.name', 'own.uid'])
    .orderBy('responders.id')
    .execute()
  if (rows.length === 0) return undefined
  return {
    kind: 'nobody-stands-in',
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    mentors: rows
      .toSorted((one, other) => Number(other.count) - Number(one.count))
      .map(({ id, name, uid }) => ({ id, name, uid })),
  }
}

async function unheardItem({ db }: HomeDeps, reach: Reach): Found {
  const { count, oldest } = await db
    .selectFrom('waits')
    .innerJoin('users', 'users.uid', 'waits.learner_uid')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('waits.began_at').as('oldest')])
    .where('waits.ended_at', 'is', null)
    .where('waits.is_voice', '=', 1)
    .where(IS_PRESENT)
    .where(isInReach(reach))
    .executeTakeFirstOrThrow()
  return Number(count) > 0 ? { kind: 'unheard', count: Number(count), oldestAt: Number(oldest) } : undefined
}

async function unsentTextsItem({ db, now }: HomeDeps, reach: Reach): Found {
  const count = await countUnsent(db, { reach, now: now() })
  return count > 0 ? { kind: 'unsent-texts', count } : undefined
}

/**
 * Counts learners without a mentor. Mentors and people of the team need none. A coordinator for some mentors sees no
 * learner without a mentor.
 */
async function noMentorItem({ db }: HomeDeps, reach: Reach): Found {
  if (reach !== 'everybody') return undefined
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('responder_id', 'is', null)
    .where('team_roles', 'is', null)
    .where(isPresentLearner())
    .executeTakeFirstOrThrow()
  return Number(count) > 0 ? { kind: 'no-mentor', count: Number(count) } : undefined
}

/** Only people who see everybody can make somebody a mentor. */
async function mentorsFullItem({ db }: HomeDeps, reach: Reach): Found {
  return reach === 'everybody' && (await areMentorsFull(db)) ? { kind: 'mentors-full' } : undefined
}

async function oneOwnerItem({ db }: HomeDeps): Found {
  if ((await recoveryMadeAt(db)) !== null) return undefined
  return (await ownersOf(db)).length === 1 ? { kind: 'one-owner' } : undefined
}
