import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { basename, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { LineCounter } from 'yaml'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import {
  compareCourse,
  fixImport,
  getDraftZip,
  getVersionZip,
  importAsDraft,
} from '../../../contract/organisation/course-files.ts'
import { listVersions, publishCourse } from '../../../contract/organisation/course-versions.ts'
import { createCourse, listOrgCourses, listSamples } from '../../../contract/organisation/courses.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { demoFolders } from '../../courses/demo.ts'
import { parseStrictly } from '../../courses/reading/yaml/strict-yaml.ts'
import { courseFolder } from '../../courses/testing.ts'
import { longestWork, ownMs } from '../../http/queues/testing-own-time.ts'
import { onEachDatabase, onSqlite, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, pathsIn, post, startWithAuthors, upload, zipFrom, zipped } from './testing.ts'

const params = { id: 'tea' }
const ARABIC = /\p{Script=Arabic}/u

onEachDatabase('Courses as files', start => {
  test('one edit in the browser changes one field of the zip, and going back gives the same bytes as before', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const before = await filesIn(await zipOf(omar, 'tea'))
    const desk = atDesk(omar, 'tea')
    await desk.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    const after = await filesIn(Buffer.from(await ((await omar.call(getDraftZip, { params })) as Blob).arrayBuffer()))
    const changed = Object.keys(before).filter(name => !before[name]?.equals(after[name] as Buffer))
    expect(changed).toEqual(['course.yaml'])
    expect(after['course.yaml']?.toString()).toBe(before['course.yaml']?.toString().replace('A cup of tea', 'Tea'))
  })

  test('a broken course is shown with all its mistakes, opens as a draft with each at its page, and can be mended', async () => {
    const { server, omar } = await startWithAuthors(start)
    const lesson = `id: tea-leaves\ntitle: Leaves\npages:\n  - id: which\n    type: rich-text\n    textContent: Hi\n    buttonTxt: Send\n    avFilename: gone.mp3\n`
    const uploaded = await upload(server, omar, await zipFrom(courseFolder({ 'lessons/02-leaves.yaml': lesson })))
    const page = ['lessons', 'tea-leaves', 'pages', 'which']
    expect(uploaded.findings).toMatchObject([
      {
        ...{ isMistake: true, file: 'lessons/02-leaves.yaml', line: 7, column: 5, source: '    buttonTxt: Send' },
        ...{ path: [...page, 'buttonTxt'], suggestion: 'buttonText' },
      },
      { isMistake: true, line: 8, path: [...page, 'avFilename'], message: 'gone.mp3 is not in media/' },
    ])
    const { data } = await omar.call(importAsDraft, { params: { importId: uploaded.id }, body: {} })
    expect(data.courseId).toBe('tea')
    const desk = atDesk(omar, 'tea')
    await desk.look()
    await expect(publish(omar, 'tea')).rejects.toMatchObject({ code: 'courses/has-mistakes' })
    await desk.write(
      { op: 'set', path: [...page, 'buttonText'], to: 'Send' },
      { op: 'set', path: [...page, 'buttonTxt'], from: 'Send' },
      { op: 'set', path: [...page, 'avFilename'], from: 'gone.mp3' },
    )
    expect((await omar.call(checkDraft, { params, query: {} })).data.findings).toEqual([])
    expect(await publish(omar, 'tea')).toBe(1)
    expect((await omar.call(listVersions, { params })).data).toMatchObject([{ kind: 'import', by: { uid: omar.uid } }])
  })

  test('no request waits while an odd file is read', async () => {
    const { server, omar } = await startWithAuthors(start)
    const odd = `pages:\n${'- a: b\n'.repeat(20_000)}`
    const longest = longestWork()
    const { findings } = await upload(server, omar, await zipped({ 'course.yaml': odd }))
    const held = longest()
    const many = { file: 'course.yaml', message: 'has more than 1000 entries' }
    expect(findings).toContainEqual(expect.objectContaining(many))
    const before = ownMs()
    parseStrictly(odd, new LineCounter())
    expect(held, 'less than to read it once').toBeLessThan((ownMs() - before) / 2)
  })

  test('a word that a message suggests is written by one press, and what would change for learners is said before', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const lesson = (word: string) =>
      `id: tea-leaves\ntitle: Leaves\npages:\n  # Ours.\n  - id: which\n    type: rich-text\n    textContent: Hi\n    ${word}: "Send" # why\n`
    const { id, findings, changes } = await upload(
      server,
      omar,
      await zipFrom(courseFolder({ 'lessons/02-leaves.yaml': lesson('buttonTxt'), 'media/kettle.png': 'new' })),
    )
    expect(changes?.differences.map(({ what, kind }) => [what, kind])).toEqual([
      ['lesson', 'changed'],
      ['page', 'changed'],
    ])
    expect(changes?.files.map(({ name }) => name)).toEqual(['media/kettle.png'])
    const mend = (body: { file: string; line: number; column: number }, idempotencyKey = crypto.randomUUID()) =>
      omar.call(fixImport, { params: { importId: id }, query: {}, body }, { idempotencyKey })
    const { file, line, column } = findings[0] as (typeof findings)[number]
    await expect(mend({ file, line: 2, column })).rejects.toMatchObject({ code: 'not-found' })
    const key = crypto.randomUUID()
    // The reply of the first press is lost.
    for (let press = 0; press < 2; press++)
      expect((await mend({ file, line, column }, key)).data).toMatchObject({ id, findings: [] })
    // The word is mended already, as it would be by another author.
    await expect(mend({ file, line, column })).rejects.toMatchObject({ code: 'not-found' })
    await omar.call(importAsDraft, { params: { importId: id }, body: {} })
    const zip = Buffer.from(await ((await omar.call(getDraftZip, { params })) as Blob).arrayBuffer())
    expect((await filesIn(zip))['lessons/02-leaves.yaml']?.toString()).toBe(lesson('buttonText'))
    const picture = async (of: string) =>
      fetch(`${server.origin}/org/v1/courses/tea/picture?of=${of}&name=media/kettle.png`, {
        headers: { authorization: `Bearer ${omar.idToken}` },
      })
    expect(await (await picture('draft')).text()).toBe('new')
    expect(await (await picture('1')).text()).toContain('not really a picture')
    expect((await picture('7')).status).toBe(404)
  })

  test('a folder for a course that has a draft replaces it only if that is asked for, or becomes a course of its own', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    await atDesk(omar, 'tea').write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    const { id } = await upload(server, omar, await zipFrom(courseFolder()))
    const take = (body: object) => omar.call(importAsDraft, { params: { importId: id }, body: body as never })
    await expect(take({})).rejects.toMatchObject({ status: 409, code: 'courses/draft-exists' })
    const { data } = await take({ asNew: true })
    expect(data.courseId).toBe('a-cup-of-tea')
    expect((await atDesk(omar, data.courseId).look()).lessons.map(({ key }) => key)).toEqual([
      'a-cup-of-tea-water',
      'a-cup-of-tea-leaves',
    ])
    expect(await publish(omar, data.courseId)).toBe(1)
    const { replaced } = (await take({ replaces: true })).data
    expect((await atDesk(omar, 'tea').look()).course.title).toBe('A cup of tea')
    expect((await atDesk(omar, 'tea').look()).setAside).toMatchObject({ because: 'replaced', by: { uid: omar.uid } })
    // The replaced draft can be taken back.
    const back = { params: { importId: String(replaced) }, body: { replaces: true } }
    expect((await omar.call(importAsDraft, back)).data).toMatchObject({ courseId: 'tea', replaced: expect.any(String) })
    expect((await atDesk(omar, 'tea').look()).course.title).toBe('Tea')
    expect((await atDesk(omar, 'tea').look()).setAside).toMatchObject({ because: 'taken-back', by: { uid: omar.uid } })
    const { courses } = (await omar.call(listOrgCourses, {})).data
    expect(courses.map(course => course.id).toSorted()).toEqual(['a-cup-of-tea', 'tea'])
  })

  test('a copy of a course stores no file twice', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder({ 'media/kettle.png': Buffer.alloc(300_000, 7) }))
    const { mediaDir } = server.services.config
    const room = () => inodesIn(mediaDir).reduce((sum, { size }) => sum + size, 0)
    const before = room()
    const body = { title: 'Coffee', language: 'en', copyOf: 'tea' } as const
    const { id } = (await omar.call(createCourse, { body })).data
    expect(await publish(omar, id)).toBe(1)
    expect(room()).toBe(before)
  })

  test('a course begins with one of ours under a new id, where none was imported', async () => {
    const { omar } = await startWithAuthors(start)
    const { data: samples } = await omar.call(listSamples, {})
    expect(samples.map(({ id }) => id)).toEqual(demoFolders().map(folder => basename(folder)))
    for (const { id: sample, language, title } of samples) {
      const { data } = await omar.call(createCourse, { body: { title: `Our ${sample}`, language: 'en', sample } })
      expect(data.id).toBe(`our-${sample}`)
      const asked = { params: { id: data.id }, query: {} }
      expect((await omar.call(checkDraft, asked)).data.findings.filter(({ isMistake }) => isMistake)).toEqual([])
      const { course, files } = await atDesk(omar, data.id).look()
      expect([course.language, course.title, title]).toEqual([language, `Our ${sample}`, expect.any(String)])
      const folder = demoFolders().find(one => basename(one) === sample) ?? ''
      expect(files.map(({ name }) => name).toSorted()).toEqual(
        pathsIn(folder)
          .filter(name => !name.endsWith('.yaml'))
          .toSorted(),
      )
    }
    const missing = { title: 'None', language: 'en', sample: '../media' } as const
    await expect(omar.call(createCourse, { body: missing })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a comparison finds each change by page id, and nothing else', async () => {
    const { server, omar } = await startWithAuthors(start)
    const page = (id: string, text: string) => `  - { id: ${id}, type: rich-text, textContent: "${text}" }\n`
    const lesson = (...pages: string[]) => `id: tea-water\ntitle: The water\npages:\n${pages.join('')}`
    const [a, b, c, d] = [
      page('a', '# One'),
      page('b', 'for ten minutes'),
      page('c', 'Three'),
      page('d', 'Four'),
    ] as const
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': lesson(a, b, c, d) }))
    const asked = d.replace('rich-text', 'text-response')
    const changed = lesson(asked, a, page('b', 'for twenty minutes'), page('new', '# New'))
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': changed, 'media/kettle.png': 'another' }))
    const { data } = await omar.call(compareCourse, { params, query: { a: '1', b: '2' } })
    expect(data.differences.map(({ kind, pageId, number, title }) => [kind, pageId, number, title])).toEqual([
      ['moved', 'd', 1, 'Four'],
      ['changed', 'd', 1, 'Four'],
      ['changed', 'b', 3, 'for twenty minutes'],
      ['added', 'new', 4, 'New'],
      ['removed', 'c', 3, 'Three'],
    ])
    // A value such as `rich-text` is compared as a whole, not word by word.
    expect(data.differences[1]?.fields).toEqual([{ path: ['type'], before: 'rich-text', after: 'text-response' }])
    expect(data.differences[2]?.fields).toEqual([
      {
        path: ['textContent'],
        parts: [
          { sign: '=', text: 'for ' },
          { sign: '-', text: 'ten' },
          { sign: '+', text: 'twenty' },
          { sign: '=', text: ' minutes' },
        ],
      },
    ])
    expect(data.files).toMatchObject([{ name: 'media/kettle.png', before: { bytes: 38 }, after: { bytes: 7 } }])
    expect(data.pages).toBe(5)
    expect((await omar.call(compareCourse, { params, query: { a: '2', b: 'draft' } })).data.differences).toEqual([])
  })

  test('a comparison shows whole words of an Arabic text, and a text that is another one whole', async () => {
    const { server, omar } = await startWithAuthors(start)
    const lesson = (text: string) => {
      const page = `  - { id: a, type: rich-text, textContent: "${text}" }\n`
      return { 'lessons/01-water.yaml': `id: tea-water\ntitle: The water\npages:\n${page}` }
    }
    const other = 'ماء ساخن '.repeat(300).trim()
    for (const text of ['الشاي الأسود، لعشر دقائق', 'الشاي الأبيَض، لعشر دقائق', other])
      await server.importCourse(courseFolder(lesson(text)))
    const partsOf = async (a: string, b: string) => {
      const { data } = await omar.call(compareCourse, { params, query: { a, b } })
      return data.differences[0]?.fields[0]?.parts?.map(({ sign, text }) => sign + text)
    }
    expect(await partsOf('1', '2')).toEqual(['=الشاي ', '-الأسود', '+الأبيَض', '=، لعشر دقائق'])
    expect(await partsOf('1', '3')).toEqual(['-الشاي الأسود، لعشر دقائق', `+${other}`])
  })
})

// One database is enough, because the bytes are in files with either database.
onSqlite('Zip files of courses', start => {
  test('each demo course, saved as a zip and brought in again, is the same to the byte: nothing changed', async () => {
    const { server, omar } = await startWithAuthors(start)
    for (const folder of demoFolders()) {
      const { course } = await server.importCourse(folder)
      const zip = await zipOf(omar, course)
      const files = await filesIn(zip)
      for (const [name, bytes] of Object.entries(files))
        expect(bytes.equals(readFileSync(join(folder, name))), name).toBe(true)
      expect(Object.keys(files)).toHaveLength(pathsIn(folder).length)
      expect((await zipOf(omar, course)).equals(zip)).toBe(true)
      const uploaded = await upload(server, omar, zip)
      expect(uploaded).toMatchObject({
        courseId: course,
        isSame: true,
        state: 'published',
        hasDraft: false,
        findings: [],
      })
      // Taking and publishing the upload all the same makes no version.
      await omar.call(importAsDraft, { params: { importId: uploaded.id }, body: {} })
      expect(await publish(omar, course)).toBeNull()
    }
  })

  test('a course that lies deep in a zip is found, and files that are no part of it are named', async () => {
    const { server, omar } = await startWithAuthors(start)
    const files = {
      'course.yaml': 'id: sleep\nlanguage: en\ntitle: Sleep\ndescription: Rest well.\n',
      'lessons/01-night.yaml':
        'id: sleep-night\ntitle: Night\npages:\n  - id: a\n    type: rich-text\n    textContent: A\n',
      'lessons/old/02-day.yaml': 'id: sleep-day\n',
      'media/moon/half.svg': '<svg/>',
    }
    const deep = Object.fromEntries(Object.entries(files).map(([name, text]) => [`backup/courses/sleep/${name}`, text]))
    const copy = { 'backup/courses/sleep/former/course.yaml': 'id: former', 'backup/list.txt': 'sleep' }
    const found = await upload(server, omar, await zipped({ ...deep, ...copy }))
    expect(found).toMatchObject({ courseId: 'sleep', title: 'Sleep', lessonCount: 1, findings: [] })
    expect(found.leftOut).toEqual({
      count: 4,
      names: [
        'backup/courses/sleep/lessons/old/02-day.yaml',
        'backup/courses/sleep/media/moon/half.svg',
        'backup/courses/sleep/former/course.yaml',
        'backup/list.txt',
      ],
    })
    expect((await upload(server, omar, await zipped({ 'course.yaml': 'id: sleep' }))).leftOut?.count).toBe(0)
  })

  test('a hostile or broken zip is refused with a sentence, and leaves nothing on the disk', async () => {
    const { server, omar } = await startWithAuthors(start)
    const good = await zipFrom(courseFolder())
    const course = { 'course.yaml': 'id: tea' }
    const cases: [string, Buffer, RegExp][] = [
      ['not a zip', Buffer.from('PK, but no zip'), /is no zip/],
      ['cut off', good.subarray(0, good.length - 30), /is no zip|a part of it is missing/],
      ['cut in the middle', Buffer.concat([good.subarray(0, 200), good.subarray(400)]), /./],
      ['a way out', renamed(await zipped({ ...course, 'media/aa.mp3': 'x' }), 'media/aa.mp3', '../../aa.mp3'), /\.\./],
      [
        'an absolute name',
        renamed(await zipped({ ...course, 'media/aa.mp3': 'x' }), 'media/aa.mp3', '/tmp/aaa.mp3'),
        /not allowed: \/tmp\/aaa\.mp3$/,
      ],
      ['a zip in a zip', await zipped({ ...course, 'media/more.zip': good }), /archive in an archive/],
      ['alike in case', await zipped({ ...course, 'media/a.mp3': 'x', 'media/A.mp3': 'y' }), /there twice/],
      ['a link', await zipped({ ...course, 'media/a.mp3': '/etc/passwd' }, 0o120777), /is a link/],
      ['a password', locked(await zipped(course)), /password/],
      ['a bomb', await zipped({ ...course, 'media/a.mp3': Buffer.alloc(20_000_000) }), /a hundred times/],
      ['a bomb of small files', await zipped({ ...course, ...smallFiles(12, 900_000) }), /a hundred times/],
      ['too many files', emptyFiles(10_001), /more than 10000/],
      ['too large when unpacked', ofSize(await zipped(course), 1_100_000_000), /larger than 1000 MB when/],
      ['too much text', await zipped({ ...course, ...lessonsOf(6, 990_000) }), /larger than 5 MB together/],
      [
        'a text from an old Windows',
        await zipped({ ...course, 'lessons/old.yaml': Buffer.from('id: old\ntitle: \xc7\xe1', 'latin1') }),
        /lessons\/old\.yaml: line 2 is not UTF-8 text/,
      ],
      ['no course', await zipped({ 'readme.txt': 'hello' }), /no course\.yaml/],
      [
        'two courses',
        await zipped({ 'a/course.yaml': 'id: a', 'b/course.yaml': 'id: b' }),
        /more than one course: a\/, b\/\. Each needs/,
      ],
      ['empty', Buffer.alloc(0), /is no zip|empty/],
    ]
    for (const [name, zip, reason] of cases) {
      const refused = await post(server, omar, zip)
      const { error } = (await refused.json()) as { error: { code: string; message: string } }
      expect([name, refused.status, error.code], JSON.stringify(error)).toEqual([name, 422, 'courses/bad-file'])
      expect(error.message, name).toMatch(reason)
      const inArabic = (await (await post(server, omar, zip, 'ar')).json()) as { error: { message: string } }
      expect(inArabic.error.message, name).toMatch(ARABIC)
      expect(inArabic.error.message, `${name}: nothing in another language`).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/i)
    }
    const tooLarge = (await announceFile(server, omar, 500_000_001)) as { error: { code: string; message: string } }
    expect(tooLarge).toMatchObject({ error: { code: 'too-large', message: 'أكبر من ٥٠٠ ميغابايت' } })
    const { dataDir, mediaDir } = server.services.config
    expect(existsSync(join(dataDir, 'incoming')) ? readdirSync(join(dataDir, 'incoming')) : []).toEqual([])
    expect(existsSync(mediaDir) ? inodesIn(mediaDir) : []).toEqual([])
  })
})

/** Announces a file of this length, and reads the answer without sending the file. */
async function announceFile({ origin }: TestServer, { idToken }: Person, bytes: number): Promise<unknown> {
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/zip', 'content-length': bytes }
  const sending = request(`${origin}/org/v1/imports?language=ar`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.flushHeaders()
  const [response] = await once(sending, 'response')
  const reply = await json(response)
  sending.destroy()
  return reply
}

async function publish(omar: Person, id: string) {
  const { revision } = await atDesk(omar, id).look()
  const [newest] = (await omar.call(listVersions, { params: { id } })).data
  const body = { to: 'everybody', revision, version: newest?.number ?? null } as const
  return (await omar.call(publishCourse, { params: { id }, body })).data.version
}

async function zipOf({ call }: Person, id: string): Promise<Buffer> {
  const { data } = await call(listVersions, { params: { id } })
  const number = String(data[0]?.number) as never
  return Buffer.from(await ((await call(getVersionZip, { params: { id, number } })) as Blob).arrayBuffer())
}

/** Files of zeros, which a zip makes a thousand times smaller. */
function smallFiles(count: number, bytes: number): Record<string, Buffer> {
  const zeros = Buffer.alloc(bytes)
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`media/${index}.mp3`, zeros]))
}

/** Changes a name in a zip, as a tool of an attacker does. yazl refuses to write such names. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Sets the flag for a password in the zip's list of files. */
function locked(zip: Buffer): Buffer {
  const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  return Buffer.from(zip).fill((zip[at + 8] as number) | 1, at + 8, at + 9)
}

/** Writes this size of the first file into the zip's list of files, whatever it really is. */
function ofSize(zip: Buffer, size: number): Buffer {
  const copy = Buffer.from(zip)
  const at = copy.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  for (const place of [20, 24]) copy.writeUInt32LE(size, at + place)
  return copy
}

/** A zip of empty files, written directly: packing each of thousands takes half a minute. */
function emptyFiles(count: number): Buffer {
  const names = Array.from({ length: count }, (_, index) => Buffer.from(`media/${index}.mp3`))
  const local = names.map(name => Buffer.concat([header('PK\x03\x04', 30, { 26: name.length }), name]))
  let offset = 0
  const listed = names.map((name, index) => {
    const entry = header('PK\x01\x02', 46, { 28: name.length })
    entry.writeUInt32LE(offset, 42)
    offset += local[index]?.length ?? 0
    return Buffer.concat([entry, name])
  })
  const list = Buffer.concat(listed)
  const end = header('PK\x05\x06', 22, { 8: count, 10: count })
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, list, end])
}

function header(signature: string, size: number, numbers: Record<number, number>): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.write(signature, 'latin1')
  for (const [at, value] of Object.entries(numbers)) bytes.writeUInt16LE(value, Number(at))
  return bytes
}

/** The files of a folder. A file with two names counts once. */
function inodesIn(folder: string): { size: number }[] {
  const found = pathsIn(folder).map(name => statSync(join(folder, name)))
  return [...new Map(found.map(file => [file.ino, { size: file.size }])).values()]
}

/** Lessons of random text, which a zip makes hardly smaller. */
function lessonsOf(count: number, bytes: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `lessons/0${index + 1}-a.yaml`)
  return Object.fromEntries(names.map(name => [name, randomBytes(bytes / 2).toString('hex')]))
}
