import { downloadsOf } from '../../downloads/rows/rows.ts'
import { savedLessons } from '../../offline/phone-data.ts'

export type LessonsOnPhone = {
  /** Lessons that open without a network: kept on purpose, or opened before. */
  lessonIds: ReadonlySet<string>
  /** The lessons among them that are kept without the pictures of their films. */
  soundOnly: ReadonlySet<string>
}

export async function lessonsOnPhone(uid: string): Promise<LessonsOnPhone> {
  const rows = await downloadsOf(uid)
  return {
    lessonIds: new Set(await savedLessons(uid)),
    soundOnly: new Set(rows.filter(({ films }) => films === 'sound').map(({ lessonId }) => lessonId)),
  }
}
