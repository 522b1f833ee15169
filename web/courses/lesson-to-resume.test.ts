import { expect, test } from 'vitest'
import type { Course } from '../../contract/courses.ts'
import type { LessonData, UserLessonData } from '../../contract/progress.ts'
import { lessonToResume } from './lesson-to-resume.ts'

const courses = [courseOf('tea', 3), courseOf('bread', 2)]

test('Noura, who is new, is offered the first lesson of the first course', () => {
  expect(offered({})).toEqual(['tea-1', 1, false])
})

test('a started lesson comes first, on the page where it stopped', () => {
  expect(offered({ 'bread-2': started })).toEqual(['bread-2', 3, true])
})

test('of two started lessons the one that was opened last comes first', () => {
  const data = { 'tea-1': started, 'bread-1': started }
  expect(offered(data)).toEqual(['tea-1', 3, true])
  expect(offered(data, 'bread-1')).toEqual(['bread-1', 3, true])
})

test('after a complete lesson the next one of its course is offered', () => {
  expect(offered({ 'bread-1': complete }, 'bread-1')).toEqual(['bread-2', 1, false])
})

test('after a complete course the next course is offered, and after all of them nothing', () => {
  const tea = { 'tea-1': complete, 'tea-2': complete, 'tea-3': complete }
  expect(offered(tea, 'tea-3')).toEqual(['bread-1', 1, false])
  expect(offered({ ...tea, 'bread-1': complete, 'bread-2': complete })).toBeUndefined()
})

const started: LessonData = { status: 'started', lastCompleted: 2, totalPages: 5, answers: {} }
const complete: LessonData = { status: 'complete', lastCompleted: 5, totalPages: 5, answers: {} }

function offered(data: UserLessonData, lastOpened?: string) {
  const goOn = lessonToResume(courses, data, lastOpened)
  return goOn && [goOn.lesson.id, goOn.page, goOn.isStarted]
}

function courseOf(id: string, count: number): Course {
  const lessons = Array.from({ length: count }, (_, index) => ({ id: `${id}-${index + 1}`, title: '', pageCount: 5 }))
  return { id, language: 'en', title: id, description: '', note: '', svg: '', image: '', lessons }
}
