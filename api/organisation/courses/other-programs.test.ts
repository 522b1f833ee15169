import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CourseImport, importAsDraft } from '../../../contract/organisation/course-files.ts'
import { type Draft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Corrected, Outline } from '../../../contract/organisation/other-programs.ts'
import { onEachDatabase, onSqlite, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { startWithAuthors, zipped } from './testing.ts'
import * as files from './testing-other-programs.ts'

// One database is enough, because reading a file does not depend on the database.
onSqlite('Courses from other programs', start => {
  let shared: Awaited<ReturnType<typeof startWithAuthors>>
  beforeAll(async () => {
    shared = await startWithAuthors(start, {}, { isForAll: true })
  })

  test('Markdown: headings are lessons and pages, a list below a question with one bold item is a question', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'My notes.md', files.markdown)
    // The file does not say what the course is about.
    const findings = [{ isMistake: false, path: ['course', 'description'] }]
    expect(found).toMatchObject({ title: 'My notes', state: null, findings })
    expect(shape(found.outline)).toEqual([
      ['Water', ['rich-text Fresh water', 'multichoice How hot should it be?', 'rich-text What is in your kettle?']],
      ['Leaves', ['rich-text Black and green']],
    ])
    expect(found.outline?.left).toEqual([{ name: 'A kettle', was: '', reason: 'picture' }])
    const { lessons, course } = await take(omar, found)
    expect(course).toMatchObject({ title: 'My notes', language: 'en' })
    expect(pagesOf(lessons)[0]?.textContent).toContain('> Let it boil **once**.')
    expect(pagesOf(lessons)[1]).toMatchObject({
      textContent: '# How hot should it be?',
      options: { answers: [{ text: 'Warm' }, { text: 'Boiling', isCorrect: true }, { text: 'Cold' }] },
    })
  })

  test('Word, in Arabic: styles, lists, bold of Arabic words and pictures; what is struck out or a footnote is said', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'الإسعاف.docx', await files.word())
    expect(found.title).toBe('الإسعافات الأوّليّة')
    expect(found.outline?.language).toBe('ar')
    expect(shape(found.outline)).toEqual([['الجروح', ['rich-text الضغط أوّلًا', 'multichoice ما أوّل ما نفعل؟']]])
    expect(found.outline?.left).toEqual([
      { name: '', was: 'footnote', reason: 'of-word', count: 1 },
      { name: '', was: 'table', reason: 'of-word', count: 1 },
    ])
    const [read, asked] = pagesOf((await take(omar, found)).lessons)
    expect(read?.textContent).toBe(
      '# الضغط أوّلًا\n\nنضغط **عشر دقائق** ولا نرفع القماش. [مزيد](https://example.org/a)\n\n![يد تضغط](image1.png)\n\n- قفّاز\n- شاش\n\nالوقت; عشر دقائق',
    )
    expect(asked?.options).toEqual({
      answers: [
        { id: 'a1', text: 'الضغط', isCorrect: true },
        { id: 'a2', text: 'الانتظار' },
      ],
    })
  })

  test("GIFT: Moodle's own examples and Arabic ones, with escapes, categories, feedback and ranges", async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'questions.txt', files.gift)
    expect(found.findings.filter(({ isMistake }) => isMistake)).toEqual([])
    expect(shape(found.outline)).toEqual([
      [
        'questions',
        [
          "multichoice Who's buried in Grant's tomb?",
          "multichoice Grant is ____ in Grant's tomb.",
          'multichoice Grant was buried in a tomb in New York City.',
          "text-response Who's buried in Grant's tomb?",
          'match-blanks Match the following countries with their capitals.',
          'number When was Ulysses S. Grant born?',
          'number What is the value of pi (to 3 decimal places)?',
          'text-response Write a short biography of Grant',
          'rich-text You can use your pencil and paper.',
        ],
      ],
      ['الإسعاف / الجروح', ['multichoice ما أوّل ما نفعل = الآن؟', 'multiselect أيّ هذه في الحقيبة؟']],
    ])
    expect(found.outline?.left).toEqual([
      { name: 'Too long', was: 'matching', reason: 'too-many' },
      { name: 'Broken', was: 'GIFT', reason: 'unreadable' },
    ])
    const notes = found.outline?.lessons.flatMap(({ pages }) => pages.map(page => page.notes)) ?? []
    expect(notes[3]).toEqual(['answers-lost'])
    expect(notes[5]).toEqual(['value-lost'])
    expect(notes.at(-1)).toEqual(['weights-lost', 'right-lost'])
    const pages = pagesOf((await take(omar, found)).lessons)
    expect(pages[0]).toMatchObject({
      hint: 'He is not in New York.',
      options: {
        answers: [
          { text: 'Grant', isCorrect: true, feedback: 'Well remembered.' },
          { text: 'no one', feedback: 'Somebody is.' },
          { text: 'Napoleon' },
        ],
      },
    })
    expect(pages[4]).toMatchObject({
      options: { blanks: [{ prompt: 'Canada', text: 'Ottawa', correctOrder: 1 }, { prompt: 'Italy' }, {}] },
    })
    expect(pages[5]?.options).toEqual({ min: 1821, max: 1823 })
    expect(pages[9]).toMatchObject({
      options: { answers: [{ text: 'الضغط: {عشر دقائق}', isCorrect: true }, { text: 'الانتظار ~ قليلًا' }] },
    })
  })

  test('Moodle XML: every kind of question, its feedback, its pictures, and what cannot be taken by name', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'quiz.xml', files.moodleXml)
    expect(found.findings.filter(({ isMistake }) => isMistake)).toEqual([])
    expect(shape(found.outline)).toEqual([
      [
        'Tea',
        [
          'multichoice How hot should it be?',
          'multiselect ما الذي نحتاج إليه؟',
          'multichoice الماء يغلي.',
          'match-blanks Match',
          'text-response Name one tea.',
          'text-response Tell us.',
          'number How many minutes?',
          'rich-text Fresh water',
        ],
      ],
    ])
    expect(found.outline?.left).toEqual([{ name: 'Gaps', was: 'multianswer', reason: 'unknown' }])
    const pages = pagesOf((await take(omar, found)).lessons)
    expect(pages[0]?.textContent).toBe('How **hot** should it be?\n\n![A kettle](kettle.png)')
    expect(pages[0]).toMatchObject({
      hint: 'Listen to it.',
      options: { answers: [{ text: 'Boiling', feedback: 'Yes.' }, {}] },
    })
    expect(pages[2]).toMatchObject({ options: { answers: [{ text: 'صحيح', isCorrect: true }, { text: 'خطأ' }] } })
    expect(pages[3]).toMatchObject({ options: { blanks: [{}, {}], answers: [{ text: 'Coffee' }] } })
    expect(pages[7]?.textContent).not.toMatch(/script|alert/)
    const { notes } = found.outline?.lessons[0]?.pages[7] ?? {}
    expect(notes).toEqual(['removed'])
  })

  test('Moodle XML: what a page has no place for is said at the page, in pairs, essays, feedback and formulas too', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'lost.xml', files.moodleWithMore)
    const pages = found.outline?.lessons[0]?.pages ?? []
    expect(pages.map(({ title, notes }) => [title, notes])).toEqual([
      ['What burns?', []],
      ['Match them.', ['picture-in-answer']],
      ['Tell us.', ['essay-lost']],
      ['Tell more.', []],
      ['Is \\(x^2\\) positive?', ['formula', 'picture-in-answer']],
    ])
    const [first] = pagesOf((await take(omar, found)).lessons)
    expect(first?.textContent).toBe('# What burns?\n\n![A flame](kettle.png)')
  })

  test('H5P: each kind of content becomes its page, with its pictures and films, and the others are named', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'aid.h5p', await files.h5p())
    expect(found.findings.filter(({ isMistake }) => isMistake)).toEqual([])
    expect(shape(found.outline)).toEqual([
      [
        'First aid',
        [
          'rich-text Welcome',
          'multichoice What comes first?',
          'multiselect What is in your kit?',
          'multichoice One?',
          'multichoice Two?',
          'multichoice Water boils at 100 °C.',
          'match-blanks Put the words in their places',
          'match-blanks Fill the gaps',
          'explore-options Kinds of cuts',
          'text-response Tell us about it.',
          'rich-text A hand',
          'video ',
        ],
      ],
    ])
    expect(found.outline?.left).toEqual([
      { name: 'Video', was: 'Video', reason: 'online' },
      { name: 'When it happened', was: 'Timeline', reason: 'unknown' },
    ])
    const pages = pagesOf((await take(omar, found)).lessons)
    expect(pages[1]?.textContent).toContain('![A wound](wound.png)')
    expect(pages[6]).toMatchObject({
      options: {
        blanks: [
          { prompt: 'First', text: 'press' },
          { prompt: ', then rinse with', text: 'water' },
        ],
        answers: [{ text: 'powder' }],
      },
    })
    expect(pages.at(-1)).toMatchObject({ type: 'video', avFilename: 'wrap.mp4', captions: 'wrap.vtt' })
  })

  test('a page pasted from Word or Google Docs keeps headings, lists and bold, and no script', async () => {
    const { server, omar } = shared
    const found = await upload(server, omar, 'Pasted.html', files.pasted)
    expect(shape(found.outline)).toEqual([['Tea', ['rich-text Water', 'multichoice How hot?']]])
    const pages = pagesOf((await take(omar, found)).lessons)
    expect(pages[0]?.textContent).toBe('# Water\n\nIt is **fresh**.\n\n- One\n- Two')
    expect(found.outline?.lessons[0]?.pages[0]?.notes).toEqual(['removed'])
  })

  test('a text in the old code page of an Arabic Windows is read, and no picture that is called a text', async () => {
    const { server, omar } = shared
    // A heading, الماء, and a line, بارد.
    const old = Buffer.from('2320c7e1e3c7c10a0ac8c7d1cf', 'hex')
    const found = await upload(server, omar, 'notes.txt', old)
    expect(found.outline?.language).toBe('ar')
    expect(shape(found.outline)).toEqual([['الماء', ['rich-text بارد']]])
    const reply = await post(server, omar, 'photo.txt', Buffer.from('ffd8ffe000104a46', 'hex'), 'en')
    expect(reply.status).toBe(422)
  })

  test('files of Arabic editors, with direction marks and in UTF-16 with or without its mark, are read like others', async () => {
    const { server, omar } = shared
    const gift = '\u200f::س::ما لونه؟ {\u200f=أحمر \u200f~أزرق}\n\n\u200f// ملاحظة\n\u200f::ث::يغلي {\u200fT}\n'
    const markdown =
      '\u200f# الشاي\n\n\u200f## الماء\n\n\u202a+962 79\u202c رقم.\n\n\u200f## ما لونه؟\u200f\n\n\u200f- أحمر *\u200f\n\u200f- أزرق\n'
    const ofGift = [['questions', ['multichoice ما لونه؟', 'multichoice يغلي']]]
    const ofMarkdown = [['الشاي', ['rich-text الماء', 'multichoice ما لونه؟']]]
    const cases = [
      ['questions.gift', gift, ofGift],
      ['questions.txt', gift, ofGift],
      ['notes.md', markdown, ofMarkdown],
    ] as const
    for (const [name, text, expected] of cases) {
      const little = Buffer.from(`\ufeff${text}`, 'utf16le')
      const unmarked = little.subarray(2)
      const swapped = [Buffer.from(little).swap16(), Buffer.from(unmarked).swap16()]
      for (const bytes of [Buffer.from(text), little, unmarked, ...swapped]) {
        const { outline } = await upload(server, omar, name, bytes)
        expect(shape(outline), name).toEqual(expected)
        expect(outline?.left).toEqual([])
      }
    }
    const [water] = pagesOf((await take(omar, await upload(server, omar, 'notes.md', markdown))).lessons)
    expect(water?.textContent, 'a number keeps its own marks').toContain('\u202a+962 79\u202c رقم.')
  })

  test('hostile and broken files are refused with a sentence in both languages, and leave nothing on the disk', async () => {
    const { server, omar } = await startWithAuthors(start)
    const entities = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "${'a'.repeat(99)}"><!ENTITY b "&a;&a;&a;">]><quiz><question type="essay"><name><text>&b;</text></name></question></quiz>`
    const outside = '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>'
    const body = `<w:document xmlns:w="w"><w:body>${'<w:p>'.repeat(200)}${'</w:p>'.repeat(200)}</w:body></w:document>`
    const cases: [string, Buffer | string, RegExp][] = [
      ['laughs.xml', entities, /DOCTYPE/],
      ['outside.xml', outside, /DOCTYPE/],
      ['cut.xml', '<?xml version="1.0"?><quiz><question type="essay"><name>', /cut off/],
      ['other.xml', '<?xml version="1.0"?><rss></rss>', /no questions of Moodle/],
      ['many.xml', `<quiz>${'<a/>'.repeat(300_001)}</quiz>`, /more than 300000 elements/],
      ['old.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0]), /none of the files/],
      ['paper.pdf', Buffer.from('%PDF-1.7\n\0\0'), /none of the files/],
      ['photo.txt', Buffer.from('ffd8ffe000104a464946000101', 'hex'), /is no text that can be read.*UTF-8/],
      ['greek.txt', Buffer.from('Καλημέρα\n', 'utf16le'), /is no text that can be read.*UTF-8/],
      ['server.log', 'GET /org/v1/courses 200\n', /none of the files/],
      ['hosts', '127.0.0.1 localhost\n', /none of the files/],
      ['people.csv', 'name,phone\nNoura,+971501234567\n', /none of the files/],
      ['empty.md', '   \n', /no text and no question/],
      ['large.md', 'a'.repeat(20_000_001), /larger than 20 MB/],
      ['course.mbz', Buffer.from([0x1f, 0x8b, 8, 0]), /backup of Moodle/],
      ['only.txt', '::Gap:: What? {T} is { no sign }', /nothing that can be taken: Gap/],
      ['deep.docx', await zipped({ 'word/document.xml': body }), /deep in each other/],
      ['table.xlsx', await zipped({ 'xl/workbook.xml': '<a/>' }), /none of the files/],
      ['none.docx', await zipped({ 'word/document.xml': '<a/>' }), /no document of Word/],
      ['bomb.docx', await zipped({ 'word/document.xml': Buffer.alloc(20_000_000, 32) }), /a hundred times/],
      ['bomb.h5p', await zipped({ 'h5p.json': '{}', 'content/a.mp4': Buffer.alloc(9_000_000) }), /a hundred times/],
      ['empty.h5p', await zipped({ 'h5p.json': '{}', 'content/content.json': '{}' }), /mainLibrary/],
      ['words.h5p', await zipped({ 'h5p.json': 'no' }), /is no JSON/],
      ['backup.mbz', await zipped({ 'moodle_backup.xml': '<a/>' }), /backup of Moodle/],
    ]
    for (const [name, bytes, reason] of cases)
      for (const language of ['en', 'ar']) {
        const reply = await post(server, omar, name, bytes, language)
        const { error } = (await reply.json()) as { error: { code: string; message: string } }
        expect([name, reply.status, error?.code], JSON.stringify(error)).toEqual([name, 422, 'courses/bad-file'])
        expect(error.message, name).toMatch(language === 'en' ? reason : /\p{Script=Arabic}/u)
      }
    const { dataDir, mediaDir } = server.services.config
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
    expect(existsSync(join(mediaDir, 'originals')) ? readdirSync(join(mediaDir, 'originals')) : []).toEqual([])
  })
})

onEachDatabase('The outline of a course from another program', start => {
  test('Omar corrects the outline before he takes it: titles, kinds, right answers, lessons, and what he leaves out', async () => {
    const { server, omar } = await startWithAuthors(start)
    const found = await upload(server, omar, 'My notes.md', files.markdown)
    const [water, leaves] = found.outline?.lessons ?? []
    const [fresh, hot, kettle] = water?.pages ?? []
    expect(kettle?.types).toEqual([
      { type: 'rich-text', answers: 'none' },
      { type: 'multichoice', answers: 'marked' },
      { type: 'multiselect', answers: 'listed' },
      { type: 'text-response', answers: 'none' },
    ])
    const page = (one: typeof fresh, type: string, right: string[] = []) => ({ id: one?.id ?? '', type, right })
    const outline: Corrected = {
      title: 'Tea',
      language: 'en',
      lessons: [
        { title: 'All of it', pages: [page(kettle, 'multichoice', ['a2']), page(leaves?.pages[0], 'text-response')] },
        { title: 'Once more', pages: [page(hot, 'rich-text')] },
      ],
    }
    const draft = await take(omar, found, outline)
    expect(draft.courseId).toBe('tea')
    expect(draft.lessons.map(({ fields }) => fields?.title)).toEqual(['All of it', 'Once more'])
    const pages = pagesOf(draft.lessons)
    expect(pages[0]).toMatchObject({
      type: 'multichoice',
      textContent: '# What is in your kettle?',
      options: { answers: [{ text: 'Lime' }, { text: 'Water', isCorrect: true }] },
    })
    expect(pages[1]).toMatchObject({ type: 'text-response' })
    expect(pages[2]?.textContent).toBe('# How hot should it be?\n\n- Warm\n- Boiling\n- Cold')
    // If the upload is taken once more, it becomes another course with lessons of its own.
    expect((await take(omar, found, outline)).courseId).toBe('tea-2')
    const wrong = { ...outline, lessons: [{ title: 'One', pages: [page(fresh, 'video')] }] }
    await expect(take(omar, found, wrong)).rejects.toMatchObject({ code: 'bad-request' })
    const twice = { ...outline, lessons: [{ title: 'One', pages: [page(hot, 'rich-text'), page(hot, 'rich-text')] }] }
    await expect(take(omar, found, twice)).rejects.toMatchObject({ code: 'not-found' })
  })
})

async function post(
  { origin }: TestServer,
  { idToken }: Person,
  name: string,
  bytes: Buffer | string,
  language = 'en',
): Promise<Response> {
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/octet-stream' }
  const url = `${origin}/org/v1/imports?language=${language}&name=${encodeURIComponent(name)}`
  return fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(bytes)) })
}

async function upload(server: TestServer, person: Person, name: string, bytes: Buffer | string): Promise<CourseImport> {
  const reply = await post(server, person, name, bytes)
  const body = (await reply.json()) as { data: CourseImport }
  expect(reply.status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Makes a draft of an import, as the screen does: it sends the outline, corrected or not. */
async function take(omar: Person, found: CourseImport, outline = asFound(found)): Promise<Draft> {
  const { data } = await omar.call(importAsDraft, { params: { importId: found.id }, body: { outline } })
  return (await omar.call(getDraft, { params: { id: data.courseId } })).data
}

function asFound({ title, outline }: CourseImport): Corrected {
  const { language, lessons } = outline as Outline
  const pages = (all: Outline['lessons'][number]['pages']) =>
    all.map(({ id, type, answers }) => ({ id, type, right: answers.flatMap(one => (one.isRight ? [one.id] : [])) }))
  return { title, language, lessons: lessons.map(lesson => ({ title: lesson.title, pages: pages(lesson.pages) })) }
}

function shape(outline: Outline | undefined): [string, string[]][] {
  return (outline?.lessons ?? []).map(({ title, pages }) => [title, pages.map(page => `${page.type} ${page.title}`)])
}

function pagesOf(lessons: Draft['lessons']): Record<string, unknown>[] {
  return lessons.flatMap(lesson => lesson.pages.map(page => page.fields))
}
