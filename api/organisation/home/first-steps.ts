import type { FirstStep } from '../../../contract/organisation/home.ts'
import { storedValue, storeValue } from '../../database/stored-values.ts'
import type { Db } from '../../database/tables.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'

const HIDDEN = 'first-steps-hidden'

export async function hideFirstSteps(db: Db, isHidden: boolean): Promise<void> {
  await storeValue(db, HIDDEN, isHidden)
}

/** Empty if all are done, or an owner has hidden them. */
export async function firstSteps(db: Db): Promise<FirstStep[]> {
  if ((await storedValue(db, HIDDEN)) === true) return []
  const { values } = await chosenSettings(db)
  const course = await db.selectFrom('courses').select('id').where('withdrawn_at', 'is', null).limit(1).execute()
  const mentor = await db.selectFrom('responders').select('id').where('is_active', '=', 1).limit(1).execute()
  // Somebody of the team has logged a page, as learners do.
  const tried = await db
    .selectFrom('users')
    .select('uid')
    .where('team_roles', 'is not', null)
    .where('began_at', 'is not', null)
    .limit(1)
    .execute()
  const invited = await db.selectFrom('invitations').select('id').limit(1).execute()
  const steps: FirstStep[] = [
    { kind: 'name', isDone: Object.values(values.name ?? {}).some(name => name !== '') },
    { kind: 'course', isDone: course.length > 0 },
    { kind: 'mentor', isDone: mentor.length > 0 },
    { kind: 'phone', isDone: tried.length > 0 },
    { kind: 'invite', isDone: invited.length > 0 },
  ]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}
