import { expect, test } from 'vitest'
import { untouchedLesson } from '../../contract/progress.ts'
import { nextLesson } from './next-lesson.ts'

const lessons = ['one', 'two', 'three'].map(id => ({ id, title: id, pageCount: 1 }))
const complete = { ...untouchedLesson, status: 'complete' as const }

/** The lesson that Noura is offered after this one, when she has completed these. */
function offeredAfter(lessonId: string, completed: string[]) {
  return nextLesson({ lessons }, lessonId, Object.fromEntries(completed.map(id => [id, complete])))?.id
}

test('the next lesson is the next incomplete one, or else an earlier incomplete one', () => {
  expect(offeredAfter('one', ['one'])).toBe('two')
  expect(offeredAfter('one', ['one', 'two'])).toBe('three')
  expect(offeredAfter('three', ['three', 'two'])).toBe('one')
})

test('after the last one there is none', () => {
  expect(offeredAfter('two', ['one', 'two', 'three'])).toBeUndefined()
})
