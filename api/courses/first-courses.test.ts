import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing.ts'
import { saveUnfinishedDemo, unfinishedDemo } from './demo.ts'
import { importFirstCourses } from './first-courses.ts'

onEachDatabase('the demo courses', start => {
  test('are imported at the next start if the first one was interrupted, and only those that are missing', async () => {
    const server = await start()
    const { db, config } = server.services
    await server.importCourse('courses/first-steps-en')
    // The first start was killed while two courses were still in its list. One of them had just been imported.
    await saveUnfinishedDemo(db, ['first-aid-en', 'first-steps-en'])
    await importFirstCourses(db, config)
    const rows = await db.selectFrom('courses').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['first-aid-en', 'first-steps-en'])
    expect(await unfinishedDemo(db)).toBeUndefined()

    await db.deleteFrom('courses').where('id', '=', 'first-aid-en').execute()
    await importFirstCourses(db, config)
    expect(await db.selectFrom('courses').select('id').execute()).toHaveLength(1)
  })
})
