import { expect, test } from 'vitest'
import { mediaOf, otherVersions } from './lesson-media.ts'
import type { Page } from './lessons.ts'

const film = {
  avFilename: 'tea-1a.mp4',
  poster: 'tea-1a-poster.jpg',
  soundOnly: 'tea-1a-sound.mp3',
  captions: 'tea-2b.vtt',
}
const pages = [
  { id: 'one', type: 'text', textContent: '<p><img src="media/cup-3c.svg" alt=""><img src="media/cup-3c.svg"></p>' },
  { id: 'two', type: 'video', ...film },
  { id: 'three', type: 'audio', avFilename: 'hello-4d.mp3', transcript: '<img src="media/pot-5e.png">' },
  { id: 'four', type: 'choice', options: { answers: [{ id: 'a', text: 'Yes', avFilename: 'yes-6f.mp3' }] } },
] as unknown as Page[]

const others = ['cup-3c.svg', 'hello-4d.mp3', 'pot-5e.png', 'yes-6f.mp3']

test('a lesson that is kept has each of its pictures, sounds, films, posters and captions once', () => {
  const small = mediaOf({ pages }, 'small')
  expect(small.toSorted()).toEqual([...others, 'tea-1a-320.mp4', 'tea-1a-poster.jpg', 'tea-2b.vtt'].toSorted())
  expect(mediaOf({ pages }, 'large')).toContain('tea-1a-480.mp4')
})

test('with sound and text only it has the sound of its films', () => {
  expect(mediaOf({ pages }, 'sound').toSorted()).toEqual(
    [...others, 'tea-1a-poster.jpg', 'tea-1a-sound.mp3'].toSorted(),
  )
})

test('a film without smaller versions is kept as it is', () => {
  const lesson = { pages: [{ ...film, originalOnly: true }] as unknown as Page[] }
  expect(mediaOf(lesson, 'small')).toContain('tea-1a-orig.mp4')
})

test('a name that would leave the folder of the media is none', () => {
  const hostile = [{ avFilename: '../secret.mp3', poster: 'a/b.jpg', textContent: '<img src="media/.hidden">' }]
  expect(mediaOf({ pages: hostile as unknown as Page[] }, 'small')).toEqual([])
})

test('the other versions of a film are known by its name', () => {
  expect(otherVersions('tea-1a-480.webm')).toEqual(['tea-1a-480.mp4', 'tea-1a-320.mp4', 'tea-1a-orig.mp4'])
  expect(otherVersions('tea-1a-320.mp4')).toEqual(['tea-1a-480.mp4', 'tea-1a-orig.mp4'])
  expect(otherVersions('cup-3c.svg')).toEqual([])
})
