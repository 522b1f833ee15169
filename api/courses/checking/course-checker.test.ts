import { expect, test } from 'vitest'
import { createCourseChecker } from './course-checker.ts'

test('a check that still runs when its server ends is not waited for', async () => {
  const checker = createCourseChecker()
  const texts = new Map([['course.yaml', 'title: Tea']])
  const others = { files: [], baseTexts: new Map(), mediaDir: '', owners: new Map(), looksIntoFilms: false }
  const checked = checker.check({ texts, ...others })
  const outcome = expect(checked).rejects.toThrow('the thread of the course checks ended')
  await checker.close()
  await outcome
})
