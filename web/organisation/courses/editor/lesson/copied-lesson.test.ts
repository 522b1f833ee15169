import { expect, test } from 'vitest'
import { copiedLesson, copiedPage } from './copied-lesson.ts'

const digest = (letter: string) => letter.repeat(64)
const file = (name: string, letter: string) => ({ name: `media/${name}`, digest: digest(letter), bytes: 10 })
const lesson = {
  key: 'tea-water',
  file: 'lessons/01-water.yaml',
  fields: { id: 'tea-water', title: 'Water' },
  pages: [
    { key: 'p1', fields: { id: 'p1', type: 'rich-text', avFilename: 'hello.mp3', textContent: '![A pot](pot.webp)' } },
  ],
}
const files = [file('hello.mp3', 'a'), file('pot.webp', 'b'), file('alone.webp', 'c')]

test('a lesson within its course has another id and the same files', () => {
  const { id, changes } = copiedLesson(lesson, files, { courseId: 'tea', lessons: [lesson], files }, 'tea-water')
  expect(id).toMatch(/^tea-l-/)
  const value = { id, title: 'Water', pages: [lesson.pages[0]?.fields] }
  expect(changes).toEqual([{ op: 'insert', path: ['lessons'], value, after: 'tea-water' }])
})

test('a copy has its captions, also if somebody else replaces those of the original before it arrives', () => {
  const fields = { id: 'film', type: 'video', avFilename: 'pour.mp4', captions: 'pour.vtt' }
  const pages = [{ key: 'film', fields }]
  const withFilm = { ...lesson, pages }
  const all = [file('pour.mp4', 'e'), file('pour.vtt', 'f'), file('other.vtt', 'b')]
  const captions = { op: 'file', name: 'media/pour.vtt', to: digest('f') }
  const copy = copiedPage({ key: 'film', fields }, { lesson: withFilm, files: all })
  expect(copy.changes).toEqual([
    captions,
    { op: 'insert', path: ['lessons', 'tea-water', 'pages'], value: { ...fields, id: copy.id }, after: 'film' },
  ])
  const course = { courseId: 'tea', lessons: [withFilm], files: all }
  expect(copiedLesson(withFilm, all, course, null).changes[0]).toEqual(captions)
})

test('in another course its files are named by what is stored already, under a free name', () => {
  const to = { courseId: 'coffee', lessons: [], files: [file('pot.webp', 'd')] }
  const { changes } = copiedLesson(lesson, files, to, null)
  expect(changes.slice(0, 2)).toEqual([
    { op: 'file', name: 'media/hello.mp3', to: digest('a') },
    { op: 'file', name: 'media/pot-bbbbbbbb.webp', to: digest('b') },
  ])
  expect(changes[2]).toMatchObject({
    value: { pages: [{ avFilename: 'hello.mp3', textContent: '![A pot](pot-bbbbbbbb.webp)' }] },
  })
  expect(changes).toHaveLength(3)
})
