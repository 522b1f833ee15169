import { expect, test } from 'vitest'
import { notificationWords } from './notification-words.ts'

const texts = { en: { app: 'Step by Step', something: 'Something new', names: { notes: 'My notes' } } }
const general = { title: 'Step by Step', body: 'A new message', language: 'en', tag: 'a', path: '/messages' } as const

test('under a neutral name a notification says neither the name of the app nor that it is a message', () => {
  expect(notificationWords(general, null, texts)).toMatchObject({ title: 'Step by Step', icon: '/icon-192.png' })
  const neutral = { title: 'My notes', body: 'Something new', icon: '/icons/notes.png' }
  expect(notificationWords(general, 'notes', texts)).toEqual(neutral)
})

test('a reader who wants the words of messages keeps them', () => {
  const shown = { ...general, title: 'Salma Haddad', body: 'Well done' }
  expect(notificationWords(shown, 'notes', texts)).toMatchObject({ title: 'Salma Haddad', body: 'Well done' })
})
