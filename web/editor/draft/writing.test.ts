import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { AppliedEdit, Change } from '../../../contract/organisation/edits.ts'
import { applyChange, keysIn } from './apply-change.ts'
import { draftValueAt } from './draft-tree.ts'
import { applyReceived, applySendReply, beginSending, replaceBase, withoutFile, withStoredFile } from './rebase.ts'
import { beginWriting, type LocalDraft, nameFile, redo, replaceText, undo, write } from './writing.ts'

const TITLE = ['course', 'title']
const PAGES = ['lessons', 'water', 'pages']
const ANSWERS = [...PAGES, 'hot', 'options', 'answers']

function aDraft(): Draft {
  const answers = ['boiling', 'warm', 'cold'].map(id => ({ id, text: id }))
  const pages = [
    { key: 'fresh', fields: { id: 'fresh', type: 'rich-text', textContent: '# Fresh' } },
    { key: 'hot', fields: { id: 'hot', type: 'multichoice', textContent: '# Hot?', options: { answers } } },
  ]
  return {
    courseId: 'tea',
    state: 'draft',
    revision: 7,
    baseVersion: null,
    version: null,
    isUnchanged: true,
    course: { id: 'tea', title: 'Tea' },
    lessons: [
      { key: 'water', file: 'lessons/01-water.yaml', fields: { id: 'water', title: 'Water' }, pages },
      { key: 'pot', file: 'lessons/02-pot.yaml', fields: { id: 'pot', title: 'Pot' }, pages: [] },
    ],
    files: [],
    conflicts: [],
    atWork: [],
  }
}

let made = 0
const options = (now: number) => ({ now, newId: () => `edit-${made++}` })
const set = (path: string[], to: unknown, writing: LocalDraft): Change => ({
  op: 'set',
  path,
  from: draftValueAt(writing.draft, path),
  to,
})
const byOmar = (revision: number, change: Change): AppliedEdit => ({
  revision,
  id: `omar-${revision}`,
  by: { uid: 'omar', name: 'Omar' },
  at: 0,
  change,
})
const doneWith = (writing: LocalDraft) => writing.pending.map(({ id }) => ({ id, outcome: 'done' as const }))

describe('the draft of an author', () => {
  test('has each change: texts, new answers, moves to another lesson, removals', () => {
    let { draft } = beginWriting(aDraft())
    draft = applyChange(draft, { op: 'set', path: [...ANSWERS, 'warm', 'text'], to: 'Lukewarm' })
    draft = applyChange(draft, { op: 'insert', path: ANSWERS, value: { id: 'ice', text: 'Ice' }, after: 'boiling' })
    draft = applyChange(draft, { op: 'move', path: [...ANSWERS, 'cold'], after: null })
    expect(keysIn(draft, ANSWERS)).toEqual(['cold', 'boiling', 'ice', 'warm'])
    expect(draftValueAt(draft, [...ANSWERS, 'warm', 'text'])).toBe('Lukewarm')
    draft = applyChange(draft, { op: 'move', path: [...PAGES, 'hot'], to: ['lessons', 'pot', 'pages'], after: null })
    expect(keysIn(draft, PAGES)).toEqual(['fresh'])
    expect(draftValueAt(draft, ['lessons', 'pot', 'pages', 'hot', 'type'])).toBe('multichoice')
    draft = applyChange(draft, { op: 'remove', path: ['lessons', 'pot'] })
    expect(keysIn(draft, ['lessons'])).toEqual(['water'])
  })

  test('takes back and repeats two hundred steps, each exactly', () => {
    const word = fc.stringMatching(/^[a-zء-ي ]{0,8}$/)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('text' as const), text: word }),
      fc.record({ kind: fc.constant('answer' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(9), to: fc.nat(9) }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 220 }), steps => {
        let writing = beginWriting({ ...aDraft(), isUnchanged: false })
        const seen = [writing.draft]
        for (const [index, one] of steps.entries()) {
          const keys = keysIn(writing.draft, ANSWERS)
          const key = 'at' in one ? keys[one.at % Math.max(1, keys.length)] : undefined
          const changes: Change[] = []
          if (one.kind === 'text') changes.push(set(TITLE, `${one.text}${index}`, writing))
          if (one.kind === 'answer')
            changes.push({ op: 'insert', path: ANSWERS, value: { id: `a${index}`, text: 'x' }, after: key ?? null })
          if (one.kind === 'remove' && key) changes.push({ op: 'remove', path: [...ANSWERS, key] })
          if (one.kind === 'move' && key) {
            const others = keys.filter(other => other !== key)
            changes.push({ op: 'move', path: [...ANSWERS, key], after: others[one.to % others.length] ?? null })
          }
          if (changes.length === 0) continue
          writing = write(writing, changes, options(index * 2000))
          seen.push(writing.draft)
        }
        for (const before of seen.slice(0, -1).toReversed()) {
          writing = undo(writing, options(1e9))
          expect(writing.draft).toEqual(before)
        }
        for (const after of seen.slice(1)) {
          writing = redo(writing, options(1e9))
          expect(writing.draft).toEqual(after)
        }
      }),
      { numRuns: 10 },
    )
  })

  test('makes one step and one edit of a word that is typed', () => {
    let writing = beginWriting(aDraft())
    for (const [index, text] of ['T', 'Te', 'Tea!'].entries())
      writing = write(writing, [set(TITLE, text, writing)], options(index * 200))
    expect(writing.pending.map(({ change }) => change)).toEqual([{ op: 'set', path: TITLE, from: 'Tea', to: 'Tea!' }])
    expect(undo(writing, options(900)).draft.course.title).toBe('Tea')
  })

  test('makes a step of its own of what is pasted between two words', () => {
    let writing = beginWriting(aDraft())
    const step = (to: string, now: number) => {
      writing = write(writing, [set(TITLE, to, writing)], options(now))
    }
    const pasted = `Teas${' and how long to leave them in the water'.repeat(2)}`
    for (const [index, to] of ['Teas', pasted].entries()) step(to, 100 * index)
    writing = undo(writing, options(300))
    expect(draftValueAt(writing.draft, TITLE)).toBe('Teas')
    writing = undo(writing, options(400))
    expect(draftValueAt(writing.draft, TITLE)).toBe('Tea')
  })

  test('takes back a picture alone, however soon its author typed before or after it', () => {
    const path = [...PAGES, 'fresh', 'textContent']
    let writing = beginWriting(aDraft())
    const texts = ['# Tea', '# Tea ![](kettle.webp)', '# Tea ![A pot](kettle.webp)', '# Tea']
    for (const [index, text] of texts.entries())
      writing = write(writing, [set(path, text, writing)], options(index * 400))
    for (const before of ['# Tea ![A pot](kettle.webp)', '# Tea ![](kettle.webp)', '# Tea', '# Fresh']) {
      writing = undo(writing, options(2000))
      expect(draftValueAt(writing.draft, path)).toBe(before)
    }
  })

  test('takes back a letter that was typed at once after a redo, and not the step that came back', () => {
    let writing = write(beginWriting(aDraft()), [set(TITLE, 'Tea and milk', beginWriting(aDraft()))], options(0))
    writing = redo(undo(writing, options(2000)), options(3000))
    writing = write(writing, [set(TITLE, 'Tea and milk!', writing)], options(3200))
    writing = undo(writing, options(5000))
    expect(writing.draft.course.title).toBe('Tea and milk')
  })

  test('does not change an edit that is on its way', () => {
    let writing = write(beginWriting(aDraft()), [set(TITLE, 'Te', beginWriting(aDraft()))], options(0))
    writing = beginSending(writing, 200).writing
    writing = write(writing, [set(TITLE, 'Tee', writing)], options(100))
    expect(writing.pending.map(({ change }) => 'to' in change && change.to)).toEqual(['Te', 'Tee'])
    writing = applySendReply(writing, { revision: 8, results: doneWith(writing).slice(0, 1), others: [] })
    expect(writing.base.course.title).toBe('Te')
    expect(writing.draft.course.title).toBe('Tee')
    expect(undo(writing, options(200)).draft.course.title).toBe('Tea')
  })

  test('does not change an edit whose reply was lost, so the server takes what was typed after it', () => {
    let writing = write(beginWriting(aDraft()), [set(TITLE, 'Te', beginWriting(aDraft()))], options(0))
    writing = beginSending(writing, 200).writing
    // No reply comes.
    writing = write(writing, [set(TITLE, 'Tee', writing)], options(100))
    const again = beginSending(writing, 200)
    expect(again.edits.map(({ change }) => 'to' in change && change.to)).toEqual(['Te', 'Tee'])
    writing = applySendReply(again.writing, { revision: 9, results: doneWith(again.writing), others: [] })
    expect([writing.base.course.title, writing.pending, writing.sending]).toEqual(['Tee', [], 0])
  })

  test('keeps the last text on the screen when it is known to have arrived before the reply to an earlier one', () => {
    let writing = write(beginWriting(aDraft()), [set(TITLE, 'Green', beginWriting(aDraft()))], options(0))
    // The replies to both edits are lost. The whole draft comes with the first edit.
    writing = replaceBase(beginSending(writing, 9).writing, { ...aDraft(), revision: 8, course: { title: 'Green' } })
    writing = beginSending(write(writing, [set(TITLE, 'Green tea', writing)], options(2000)), 9).writing
    const [, last] = writing.pending
    const mine = { ...byOmar(9, last?.change as Change), id: last?.id ?? '' }
    writing = applyReceived(writing, 9, [mine])
    expect(writing.draft.course.title).toBe('Green tea')
    const again = beginSending(writing, 9).writing
    writing = applySendReply(again, { revision: 9, results: doneWith(again), others: [] })
    expect([writing.base.course.title, writing.draft.course.title, writing.pending]).toEqual([
      'Green tea',
      'Green tea',
      [],
    ])
  })

  test('has what one tab wrote last, after another one has sent the text before it once more', () => {
    const stored = write(beginWriting(aDraft()), [set(TITLE, 'Green', beginWriting(aDraft()))], options(0))
    const opened = replaceBase(stored, { ...aDraft(), revision: 9, course: { title: 'Green tea' } })
    const sending = beginSending(opened, 9).writing
    const now = applySendReply(sending, { revision: 9, results: doneWith(sending), others: [] })
    expect([now.base.course.title, now.draft.course.title]).toEqual(['Green tea', 'Green tea'])
  })

  test.for([
    { was: 'known', base: 9, title: 'Green tea' },
    { was: 'heard of in the reply', base: 7, title: 'Tea' },
  ])('has it as well if something new is sent with that text, and what came between was $was', ({ base, title }) => {
    const stored = write(beginWriting(aDraft()), [set(TITLE, 'Green', beginWriting(aDraft()))], options(0))
    const course = { ...aDraft().course, title }
    const opened = replaceBase(beginSending(stored, 9).writing, { ...aDraft(), revision: base, course })
    const both = beginSending(write(opened, [set(['course', 'note'], 'hot', opened)], options(9000)), 9)
    const [old, fresh] = both.edits.map(({ id }) => ({ id, outcome: 'done' as const }))
    const results = [Object.assign({ revision: 8 }, old), Object.assign({ revision: 10 }, fresh)]
    const edits = [byOmar(8, both.edits[0]?.change as Change), byOmar(9, { op: 'set', path: TITLE, to: 'Green tea' })]
    const others = edits.filter(({ revision }) => revision > base)
    const now = applySendReply(both.writing, { revision: 10, results, others })
    expect([now.base.course, now.pending]).toEqual([{ id: 'tea', title: 'Green tea', note: 'hot' }, []])
  })

  test('says that a deletion follows the letter before it, which the form has not rendered yet', () => {
    const path = [...ANSWERS, 'warm', 'feedback']
    const shown = beginWriting(aDraft())
    let writing = write(shown, [set(path, 'x', shown)], options(0))
    writing = write(writing, [set(path, undefined, shown)], options(20))
    expect(writing.pending.map(({ change }) => change)).toMatchObject([
      { from: undefined, to: 'x' },
      { from: 'x', to: undefined },
    ])
  })

  test('says that a letter follows the one before it, which the server has confirmed and the form has not rendered', () => {
    const path = [...ANSWERS, 'warm', 'feedback']
    const shown = beginWriting(aDraft())
    const typed = beginSending(write(shown, [set(path, 'x', shown)], options(0)), 9).writing
    let writing = applySendReply(typed, { revision: 8, results: doneWith(typed), others: [] })
    writing = write(writing, [set(path, 'xy', shown)], options(20))
    expect(writing.pending.map(({ change }) => change)).toMatchObject([{ from: 'x', to: 'xy' }])
  })

  test('says what stood in the form when somebody else has written there since, so that both texts are kept', () => {
    const shown = write(beginWriting(aDraft()), [set(TITLE, 'Mine', beginWriting(aDraft()))], options(0))
    const typed = beginSending(shown, 9).writing
    let writing = applySendReply(typed, { revision: 8, results: doneWith(typed), others: [] })
    writing = applyReceived(writing, 9, [byOmar(9, { op: 'set', path: TITLE, to: 'Theirs' })])
    writing = write(writing, [set(TITLE, 'Mine!', shown)], options(20))
    expect(writing.pending.map(({ change }) => change)).toMatchObject([{ from: 'Mine', to: 'Mine!' }])
  })

  test('says that it differs from the published version after the first edit, their own or of somebody else', () => {
    const begun = beginWriting(aDraft())
    expect(replaceBase(begun, aDraft()).base.isUnchanged).toBe(true)
    const written = write(begun, [set(TITLE, 'Kettles', begun)], options(0))
    expect(written.draft.isUnchanged, 'before the server has it').toBe(false)
    const mine = beginSending(written, 10)
    const results = mine.edits.map(({ id }) => ({ id, outcome: 'done' as const }))
    expect(applySendReply(mine.writing, { revision: 8, results, others: [] }).base.isUnchanged).toBe(false)
    const ofOmar = [byOmar(8, set(TITLE, 'Pots', begun))]
    expect(applyReceived(begun, 8, ofOmar).base.isUnchanged).toBe(false)
  })

  test('has nothing to undo after it was thrown away, and goes on with what was not sent', () => {
    const begun = beginWriting(aDraft())
    const written = write(begun, [set(TITLE, 'Kettles', begun)], options(0))
    const by = { uid: 'omar', name: 'Omar' }
    const fresh = { ...aDraft(), setAside: { importId: 'one', because: 'discarded' as const, by, until: 1 } }
    const now = replaceBase(written, fresh)
    expect(now).toMatchObject({ undo: [], redo: [], draft: { course: { title: 'Kettles' } } })
    const again = write(now, [set(TITLE, 'Pots', now)], options(5000))
    expect(replaceBase(again, fresh).undo).toHaveLength(1)
  })

  test('comes together with what somebody else wrote in other fields', () => {
    let writing = beginWriting(aDraft())
    writing = write(writing, [set([...PAGES, 'fresh', 'textContent'], '# Cold', writing)], options(0))
    writing = applyReceived(writing, 9, [
      byOmar(8, { op: 'move', path: [...PAGES, 'fresh'], after: 'hot' }),
      byOmar(9, { op: 'set', path: TITLE, to: 'Green tea' }),
    ])
    expect(keysIn(writing.draft, PAGES)).toEqual(['hot', 'fresh'])
    expect(draftValueAt(writing.draft, [...PAGES, 'fresh', 'textContent'])).toBe('# Cold')
    expect(writing.draft.course.title).toBe('Green tea')
  })

  test('goes with a page that somebody else moves to another lesson while it is being written', () => {
    const text = ['textContent']
    const here = [...PAGES, 'fresh', ...text]
    const there = ['lessons', 'pot', 'pages', 'fresh', ...text]
    const begun = write(beginWriting(aDraft()), [set(here, '# Cold', beginWriting(aDraft()))], options(0))
    const move = byOmar(8, { op: 'move', path: [...PAGES, 'fresh'], to: ['lessons', 'pot', 'pages'], after: null })

    const heard = applyReceived(begun, 8, [move])
    expect(draftValueAt(heard.draft, there), 'heard before it was sent').toBe('# Cold')
    expect(draftValueAt(undo(heard, options(1)).draft, there)).toBe('# Fresh')

    const sending = beginSending(begun, 9).writing
    const written = applySendReply(sending, { revision: 9, results: doneWith(sending), others: [move] })
    expect(draftValueAt(written.draft, there), 'heard with the reply').toBe('# Cold')
    expect(draftValueAt(undo(written, options(1)).draft, there)).toBe('# Fresh')
  })

  test('shows what stands when the server kept both texts of one field', () => {
    let writing = beginWriting(aDraft())
    writing = write(writing, [set(TITLE, 'Mine', writing)], options(0))
    const results = writing.pending.map(({ id }) => ({ id, outcome: 'conflict' as const, conflictId: 'c1' }))
    writing = applySendReply(beginSending(writing, 9).writing, {
      revision: 9,
      results,
      others: [byOmar(8, { op: 'set', path: TITLE, to: 'Theirs' })],
    })
    expect(writing.draft.course.title).toBe('Theirs')
    expect(writing.pending).toEqual([])
  })

  test('keeps what an undo put back while the server confirms it', () => {
    const begun = write(beginWriting(aDraft()), [{ op: 'remove', path: [...ANSWERS, 'warm'] }], options(0))
    const removed = beginSending(begun, 9).writing
    const base = applySendReply(removed, { revision: 8, results: doneWith(removed), others: [] })
    const back = beginSending(undo(base, options(1)), 9).writing
    const results = back.pending.map(({ id }) => ({ id, outcome: 'restored' as const }))
    const { draft, pending } = applySendReply(back, { revision: 9, results, others: [] })
    expect([keysIn(draft, ANSWERS), pending]).toEqual([['boiling', 'warm', 'cold'], []])
  })

  test('has an answer once, also if its edit is heard of before the reply', () => {
    let writing = beginWriting(aDraft())
    writing = write(
      writing,
      [{ op: 'insert', path: ANSWERS, value: { id: 'ice', text: 'Ice' }, after: null }],
      options(0),
    )
    const { writing: sending, edits } = beginSending(writing, 9)
    const own = { ...byOmar(8, (edits[0] as (typeof edits)[0]).change), id: edits[0]?.id ?? '' }
    writing = applyReceived(sending, 8, [own])
    writing = applySendReply(writing, { revision: 8, results: doneWith(sending), others: [] })
    expect(keysIn(writing.draft, ANSWERS)).toEqual(['ice', 'boiling', 'warm', 'cold'])
  })

  test('keeps a word that is still typed when another tab of its author has sent how it began', () => {
    let writing = write(beginWriting(aDraft()), [set(TITLE, 'Te', beginWriting(aDraft()))], options(0))
    const [begun] = writing.pending
    writing = write(writing, [set(TITLE, 'Teapots', writing)], options(300))
    writing = applyReceived(writing, 8, [{ ...byOmar(8, begun?.change as Change), id: begun?.id ?? '' }])
    expect([writing.base.course.title, writing.draft.course.title]).toEqual(['Te', 'Teapots'])
    expect(writing.pending).toMatchObject([{ id: begun?.id, at: 300, change: { to: 'Teapots' } }])
  })

  test('does not take back what somebody else wrote over it', () => {
    let writing = beginWriting(aDraft())
    writing = write(writing, [set(['course', 'note'], 'red', writing)], options(0))
    writing = write(writing, [set(TITLE, 'Mine', writing)], options(5000))
    writing = applySendReply(beginSending(writing, 9).writing, { revision: 9, results: doneWith(writing), others: [] })
    writing = applyReceived(writing, 10, [byOmar(10, { op: 'set', path: TITLE, to: 'Theirs' })])
    writing = undo(writing, options(9000))
    expect(writing.draft.course).toEqual({ id: 'tea', title: 'Theirs' })
  })

  test('does not take back a new page in which somebody else has written, and takes back an untouched one', () => {
    const path = [...PAGES, 'why']
    const value = { id: 'why', type: 'rich-text', textContent: '# Why?', hint: 'Taste' }
    let writing = write(beginWriting(aDraft()), [{ op: 'insert', path: PAGES, value, after: 'fresh' }], options(0))
    // Undo makes the page as it was, although the changed field is now in another place.
    writing = write(writing, [set([...path, 'textContent'], undefined, writing)], options(5000))
    writing = undo(writing, options(6000))
    expect(keysIn(undo(writing, options(7000)).draft, PAGES)).toEqual(['fresh', 'hot'])
    writing = applySendReply(beginSending(writing, 9).writing, { revision: 9, results: doneWith(writing), others: [] })
    const byOther = byOmar(10, { op: 'set', path: [...path, 'textContent'], from: '# Why?', to: '# Why fresh?' })
    writing = undo(applyReceived(writing, 10, [byOther]), options(8000))
    expect(draftValueAt(writing.draft, [...path, 'textContent'])).toBe('# Why fresh?')
  })

  test('does not bring back by undo what somebody else has deleted', () => {
    const path = [...PAGES, 'fresh']
    const begun = beginWriting({ ...aDraft(), course: { id: 'tea', title: 'Teapot' } })
    let writing = write(begun, [set(TITLE, 'Tea', begun)], options(0))
    writing = write(writing, [set([...path, 'textContent'], undefined, writing)], options(5000))
    writing = applyReceived(writing, 9, [byOmar(9, { op: 'remove', path })])
    writing = undo(writing, options(9000))
    expect(draftValueAt(writing.draft, TITLE)).toBe('Teapot')
    expect(writing.pending.filter(({ change }) => 'to' in change && change.to === '# Fresh')).toEqual([])
  })

  test('does not delete a page once more in which somebody else has written since it was there again', () => {
    const path = [...PAGES, 'fresh']
    let writing = write(beginWriting(aDraft()), [{ op: 'remove', path }], options(0))
    writing = undo(writing, options(100))
    expect(keysIn(redo(writing, options(200)).draft, PAGES)).toEqual(['hot'])
    writing = applySendReply(beginSending(writing, 9).writing, { revision: 8, results: doneWith(writing), others: [] })
    writing = applyReceived(writing, 9, [byOmar(9, { op: 'set', path: [...path, 'textContent'], to: '# Cold' })])
    expect(keysIn(redo(writing, options(300)).draft, PAGES)).toEqual(['fresh', 'hot'])
  })

  test('deletes no more than the author has seen, also if it is sent after a reload', () => {
    const path = [...PAGES, 'fresh']
    let writing = write(beginWriting(aDraft()), [{ op: 'remove', path }], options(0))
    const byOther = byOmar(9, { op: 'set', path: [...path, 'textContent'], to: '# Cold' })
    writing = applyReceived(writing, 9, [byOther])
    writing = replaceBase(writing, { ...writing.base, revision: 12 })
    expect(beginSending(writing, 9)).toMatchObject({ since: 7, edits: [{ change: { op: 'remove' } }] })
    // The author made the next removal when all these changes were on the screen.
    writing = applySendReply(writing, { revision: 12, results: doneWith(writing), others: [] })
    writing = write(writing, [{ op: 'remove', path: [...PAGES, 'hot'] }], options(9000))
    expect(beginSending(writing, 9).since).toBe(12)
  })
})

test('Undo takes back the whole text of a file, and redo brings it again', () => {
  const text = (from: string, to: string) => ({ op: 'text' as const, name: 'lessons/01-water.yaml', from, to })
  const [mended, back] = [text('digest of broken', 'mended'), text('digest of mended', 'broken')]
  let writing = replaceText(beginWriting(aDraft()), mended, back, options(0))
  writing = redo(undo(writing, options(1)), options(2))
  expect(undo(writing, options(3)).pending.map(({ change }) => change)).toEqual([mended, back, mended, back])
})

describe('A file that was brought', () => {
  const name = 'media/kettle-1a2b3c4d.webp'
  const brought = () => {
    const named = nameFile(beginWriting(aDraft()), { op: 'file', name, to: 'brought' }, options(1))
    return write(named, [set(TITLE, 'Kettles', named)], options(2))
  }
  const namedIn = ({ pending }: LocalDraft) => pending.flatMap(({ change }) => (change.op === 'file' ? change.to : []))

  test('is named before what the author writes next, and undo takes back only what was written', () => {
    const writing = brought()
    expect(writing.pending.map(({ change }) => change.op)).toEqual(['file', 'set'])
    const undone = undo(writing, options(3))
    expect(draftValueAt(undone.draft, TITLE)).toBe('Tea')
    expect(undone.draft.files).toMatchObject([{ name, digest: 'brought' }])
    expect(undo(undone, options(4))).toBe(undone)
  })

  test('is named by what the server stored of it', () => {
    const writing = withStoredFile(brought(), 'brought', 'stored')
    expect(namedIn(writing)).toEqual(['stored'])
    expect(writing.draft.files).toMatchObject([{ name, digest: 'stored' }])
  })

  test('is not named if the server refuses it; everything else stays', () => {
    const writing = withoutFile(brought(), 'brought')
    expect(namedIn(writing)).toEqual([])
    expect(writing.draft.files).toEqual([])
    expect(draftValueAt(writing.draft, TITLE)).toBe('Kettles')
  })
})
