import { expect, test } from 'vitest'
import type { Draft } from '../../contract/organisation/drafts.ts'
import type { OpenDraft, OpenedDraft } from './draft/open-draft.ts'
import { fieldElsewhere, fieldsBefore, pagePlaces } from './page-places.ts'

const film = ['lessons', 'water', 'pages', 'pour']

function draftOf(lessons: Record<string, string[]>): Draft {
  const entries = Object.entries(lessons)
  return {
    lessons: entries.map(([key, pages]) => ({ key, file: '', fields: {}, pages: pages.map(one => pageOf(one)) })),
  } as never
}

function pageOf(key: string) {
  return { key, fields: { id: key, type: 'video' } }
}

test('a page is found after each of its moves, and not a page elsewhere that has the same name', () => {
  let draft = draftOf({ water: ['pour', 'heat'], tea: ['pour'], end: [] })
  let listener: Parameters<OpenedDraft['watch']>[0] = () => {}
  const places = pagePlaces({
    get: () => ({ writing: { draft } }) as OpenDraft,
    watch: heard => {
      listener = heard
      return () => {}
    },
  })
  const become = (lessons: Record<string, string[]>) => {
    draft = draftOf(lessons)
    listener(undefined as never)
  }
  become({ water: ['heat'], tea: ['pour'], end: ['pour'] })
  expect(places.now(film)).toEqual(['lessons', 'end', 'pages', 'pour'])
  become({ water: ['pour', 'heat'], tea: ['pour'], end: [] })
  expect(places.now(film)).toEqual(film)
  become({ water: ['heat'], tea: ['pour'], end: [] })
  expect(places.now(film)).toBeUndefined()
})

test('a page that was moved in an earlier visit is found if only one lesson has it', () => {
  expect(fieldElsewhere(draftOf({ water: [], tea: ['pour'] }), film)).toEqual(['lessons', 'tea', 'pages', 'pour'])
  expect(fieldElsewhere(draftOf({ water: [], tea: ['pour'], end: ['pour'] }), film)).toBeUndefined()
  expect(fieldElsewhere(draftOf({ water: [] }), film)).toBeUndefined()
})

test('what was recorded for a page before it was moved is found, and not that of another page with the same name', () => {
  const before = ['lessons', 'tea', 'pages', 'pour']
  expect(fieldsBefore(draftOf({ water: ['pour'], tea: [] }), film)).toEqual([before])
  expect(fieldsBefore(draftOf({ water: ['pour'], tea: ['pour'], end: [] }), film)).toEqual([])
})
