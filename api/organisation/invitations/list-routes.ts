import type { Transaction } from 'kysely'
import { languageCodes } from '../../../contract/languages.ts'
import * as calls from '../../../contract/organisation/invitation-lists.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { HOUR } from '../../../contract/time.ts'
import { type ActResult, record } from '../../audit-log/audit-log.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Config } from '../../config.ts'
import { replayOf } from '../../database/idempotent.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { consume } from '../../http/limits.ts'
import { type Route, serve, serveBytes } from '../../http/serve.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { digitsOfMentors } from '../../team/namesakes.ts'
import { requireMentorInReach } from '../../team/reach.ts'
import { dayOf } from '../reports/days/days.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { consumeFile, sendTable } from '../reports/files/send-table.ts'
import { checkList, correctRow } from './check-list.ts'
import { rulesFor } from './check-row.ts'
import { requireActiveMentor } from './invitations.ts'
import { linksIn, linksTable } from './links-table.ts'
import * as acts from './list-acts.ts'
import { listNow, listsNow, requireListInReach } from './lists.ts'
import type { ListSender } from './send-lists.ts'

const FILES_PER_HOUR = 10

export type ListDeps = {
  db: Db
  now: () => number
  config: Pick<Config, 'publicUrl' | 'smsPrice' | 'phoneCountries' | 'defaultCountry' | 'limitFactor'>
  listSender: ListSender
}

type Trx = Transaction<Tables>

/** The calls for inviting many people at once, from a file or a pasted text. */
export function listRoutes({ db, now, config, listSender }: ListDeps): Route[] {
  const deps = { db, now }
  const locks = () => [MENTORS_LOCK]
  const ok = () => ({ success: true }) as const
  type OfList = { reach: Reach; params: { id: string } }
  const inReach =
    <Visit extends OfList, Result>(work: (trx: Trx, visit: Visit, at: number) => Promise<ActResult<Result>>) =>
    async (trx: Trx, visit: Visit, at: number) => {
      await requireListInReach(trx, visit.reach, visit.params.id)
      return work(trx, visit, at)
    }
  return [
    serve(calls.checkInvitationList, async ({ user: { uid, phoneNumber }, reach, body, headers }) => {
      const at = now()
      const request = { call: calls.checkInvitationList.path, body }
      const act = { uid, key: idempotencyKeyIn(headers), request, now: at }
      const max = FILES_PER_HOUR * config.limitFactor
      if ((await replayOf(db, act)) === undefined)
        await consume(db, { name: 'invitation-list/hour', of: { uid }, max, perMs: HOUR }, at)
      const file = Buffer.from(body.file, 'base64')
      const { mentorId, isPasted, language } = body
      if (mentorId !== null) {
        requireMentorInReach(reach, mentorId)
        await requireActiveMentor(db, mentorId)
      }
      const rules = await rulesFor(db, config, { phoneNumber, mentorId, reach })
      return { success: true, data: await checkList(db, { file, isPasted, language }, rules, act) }
    }),

    serve(calls.correctInvitationRow, async ({ user: { phoneNumber }, reach, params: { id }, body }) => {
      await requireListInReach(db, reach, id)
      const { mentorId, ...row } = body
      if (mentorId !== undefined) {
        requireMentorInReach(reach, mentorId)
        await requireActiveMentor(db, mentorId)
      }
      const rules = await rulesFor(db, config, { phoneNumber, mentorId: null, reach })
      const held = await correctRow(db, { id, row }, { ...rules, chosenId: mentorId }, now())
      return { success: true, data: { held } }
    }),

    serve(calls.listInvitationLists, async ({ reach }) => ({ success: true, data: await listsNow(db, reach) })),

    serve(calls.getInvitationList, async ({ params: { id }, reach }) => {
      await requireListInReach(db, reach, id)
      return { success: true, data: await listNow(db, reach, id, config) }
    }),

    serveBytes(
      calls.getListLinks,
      async ({ user: { uid }, params: { id }, reach, query: { format, reader = languageCodes[0] }, reply }) => {
        await requireListInReach(db, reach, id)
        const { rows } = await listNow(db, reach, id, config)
        const links = linksIn(rows, config.publicUrl, await digitsOfMentors(db, reach))
        if (!format) return reply.send({ success: true, data: links })
        const at = now()
        await consumeFile(db, { uid, limitFactor: config.limitFactor }, at)
        await record(db, { uid, side: 'browser' }, { action: 'report-saved', details: { report: 'links' } }, at)
        const { timeZone } = await reportSettings(db)
        return sendTable(reply, linksTable(links, reader), { name: `links-${dayOf(at, timeZone)}`, format })
      },
    ),

    serveAct(deps, calls.sendInvitationList, {
      locks,
      work: inReach((trx, { params: { id } }) => acts.sendList(trx, id)),
      after: () => listSender.wake(),
      reply: ok,
    }),

    serveAct(deps, calls.stopInvitationList, {
      locks,
      work: inReach((trx, { params: { id } }) => acts.stopList(trx, id)),
      reply: ok,
    }),

    serveAct(deps, calls.linkInvitationList, {
      locks,
      work: inReach((trx, { params: { id } }, at) => acts.linkList(trx, id, at)),
      reply: ok,
    }),
  ]
}
