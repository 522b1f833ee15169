import { sql } from 'kysely'
import type { VoiceReport } from '../../../contract/organisation/reports.ts'
import { IS_PRESENT } from '../../account/user-status.ts'
import type { Db } from '../../database/tables.ts'
import { contactIn, digitsIn, digitsOfNamesakes } from '../../team/namesakes.ts'
import { isNamed, ofPeople, peopleIn } from './filters.ts'
import type { ReportContext } from './report-context.ts'

type Query = { mentor?: string | undefined; link?: string | undefined }
type Row = {
  uid: string
  name: string | null
  contact: string | null
  since: number
  mentorId: number | null
  mentorName: string | null
}

/** Spoken answers and messages that wait for a mentor: only that they wait, and since when. */
export async function voiceReport(db: Db, query: Query, { reach, now }: ReportContext): Promise<VoiceReport> {
  const { mentor: wanted, link } = peopleIn(query, reach)
  const { rows } = await sql<Row>`select users.uid, users.display_name as name,
      coalesce(users.phone_number, users.email) as contact, waits.began_at as since,
      case when own.away_since is not null and cover.id is not null then cover.id else own.id end as "mentorId",
      case when own.away_since is not null and cover.id is not null then cover.name else own.name end as "mentorName"
    from waits inner join users on users.uid = waits.learner_uid
    left join responders as own on own.id = users.responder_id
    left join responders as cover on cover.id = own.cover_id and cover.is_active = 1 ${isNamed('cover.id', reach)}
    where ended_at is null and is_voice = 1 and ${IS_PRESENT} ${ofPeople('waits.learner_uid', { reach, link })}
    order by waits.began_at`.execute(db)
  const waiting = rows.filter(({ mentorId }) => wanted === undefined || mentorId === wanted)
  const digits = await digitsOfNamesakes(db, waiting, reach)
  return {
    count: waiting.length,
    // The rows are sorted by time, so the mentor with the longest wait comes first.
    mentors: [...Map.groupBy(waiting, ({ mentorId }) => mentorId)].map(([mentorId, own]) => ({
      mentorId,
      name: own[0]?.mentorName ?? null,
      count: own.length,
      waiting: own.map(({ uid, name, contact, since }) => ({
        ...{ uid, name, ...contactIn({ name, contact }), ...digitsIn(digits, uid) },
        ...{ since, ageMs: now - since },
      })),
    })),
  }
}
