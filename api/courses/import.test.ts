import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { listCourses } from '../../contract/courses.ts'
import { getLesson, logPage } from '../../contract/lessons.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { courseFolder, writeFiles } from './testing.ts'

const NOURA = '+971501234567'

/** Everything that an import can change. */
async function stored({ services: { db, config } }: TestServer) {
  return {
    courses: await db.selectFrom('courses').selectAll().orderBy('id').execute(),
    lessons: await db.selectFrom('lessons').selectAll().orderBy('id').execute(),
    media: readdirSync(config.mediaDir).sort(),
  }
}

const bread = {
  'course.yaml': 'id: bread\nlanguage: en\ntitle: Bread\ndescription: Flour and water\n',
  'lessons/01-water.yaml': 'id: bread-water\ntitle: Water\npages: [{ id: a, type: rich-text }]\n',
  'lessons/02-leaves.yaml': undefined,
}

onEachDatabase('Importing a course', start => {
  test('a course is there for Noura with its lessons, its pages and its media', async () => {
    const server = await start()
    expect(await server.importCourse(courseFolder())).toEqual({
      course: 'tea',
      lessons: 2,
      pages: 3,
      warnings: [],
      filmsWithoutSizes: 0,
      version: 1,
    })
    await server.services.catalogue.refresh()
    const noura = await server.signIn(NOURA)
    const { data } = await noura.call(listCourses, { query: {} })
    expect(data).toMatchObject([
      {
        id: 'tea',
        lessons: [
          { id: 'tea-water', title: 'The water', pageCount: 2 },
          { id: 'tea-leaves', title: 'The leaves', pageCount: 1 },
        ],
      },
    ])
    const { data: lesson } = await noura.call(getLesson, { params: { lessonId: 'tea-water' } })
    const [picture] = /media\/[^"]+/.exec(lesson.pages[0]?.textContent ?? '') ?? []
    const file = await fetch(`${server.origin}/${picture}`)
    expect(await file.text()).toBe('not really a picture, and nobody looks')
  })

  test('a course with one mistake changes nothing', async () => {
    const server = await start()
    const folder = courseFolder()
    await server.importCourse(folder)
    const before = await stored(server)
    writeFiles(folder, {
      'course.yaml': 'id: tea\nlanguage: en\ntitle: Another title\ndescription: x\n',
      'media/kettle.png': 'a new picture',
      'lessons/02-leaves.yaml': 'id: tea-leaves\ntitle: Leaves\npages: [{ id: a, type: tea }]\n',
    })
    await expect(server.importCourse(folder)).rejects.toMatchObject({
      name: 'CourseMistakesError',
      mistakes: [expect.stringMatching(/^lessons\/02-leaves\.yaml:3:\d+ pages\[0\]\.type: /)],
    })
    expect(await stored(server)).toEqual(before)
  })

  test('a second import of the same files changes nothing visible', async () => {
    const server = await start()
    const folder = courseFolder()
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    const before = await stored(server)
    const { hash } = server.services.catalogue.coursesFor({ isBeta: false })
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    expect(await stored(server)).toEqual(before)
    expect(server.services.catalogue.coursesFor({ isBeta: false }).hash).toBe(hash)
  })

  test('Noura keeps her progress when pages are moved, added and removed', async () => {
    const server = await start()
    const folder = courseFolder()
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    const noura = await server.signIn(NOURA)
    const entry = { userId: noura.uid, pageId: 'why', pageNumber: 2, answer: 'It tastes better' }
    await noura.call(logPage, { params: { lessonId: 'tea-water' }, body: entry })
    writeFiles(folder, {
      'lessons/01-water.yaml': `id: tea-water
title: Water
pages:
  - { id: hello, type: rich-text }
  - { id: taste, type: rich-text }
  - { id: why, type: text-response }
  - { id: end, type: rich-text }
`,
    })
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect(data.userLessonData).toEqual({
      'tea-water': { status: 'complete', lastCompleted: 3, totalPages: 4, answers: { why: 'It tastes better' } },
    })
  })

  test('a removed lesson disappears, and a lesson that returns brings back its progress', async () => {
    const server = await start()
    const folder = courseFolder()
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    const noura = await server.signIn(NOURA)
    const params = { lessonId: 'tea-leaves' }
    const entry = { userId: noura.uid, pageId: 'which', pageNumber: 1, answer: 'green' }
    await noura.call(logPage, { params, body: entry })
    await server.importCourse(courseFolder({ 'lessons/02-leaves.yaml': undefined }))
    await server.services.catalogue.refresh()
    await expect(noura.call(getLesson, { params })).rejects.toMatchObject({ status: 404 })
    await server.importCourse(folder)
    await server.services.catalogue.refresh()
    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect(data.userLessonData['tea-leaves']).toMatchObject({ status: 'complete', answers: { which: 'green' } })
  })

  test("a course cannot take another one's lesson", async () => {
    const server = await start()
    await server.importCourse(courseFolder())
    const before = await stored(server)
    const water = 'title: Water\nid: tea-water\npages: [{ id: a, type: rich-text, avFilename: a.mp3 }]\n'
    const thief = courseFolder({ ...bread, 'lessons/01-water.yaml': water, 'media/a.mp3': 'ID3 and a sound' })
    await expect(server.importCourse(thief)).rejects.toMatchObject({
      mistakes: ['lessons/01-water.yaml:2:1 id: lesson `tea-water` belongs to the course `tea` already'],
    })
    expect(await stored(server)).toEqual(before)
  })

  test('courses are ordered by their position, then by their ids', async () => {
    const server = await start()
    await server.importCourse(courseFolder())
    await server.importCourse(courseFolder(bread))
    const first = { ...bread, 'course.yaml': 'id: zaatar\nlanguage: ar\ntitle: زعتر\ndescription: x\nposition: 1\n' }
    await server.importCourse(
      courseFolder({ ...first, 'lessons/01-water.yaml': 'id: z\ntitle: Z\npages: [{ id: a, type: number }]\n' }),
    )
    await server.services.catalogue.refresh()
    const body = server.services.catalogue.coursesFor({ isBeta: false }).plain.toString()
    expect(JSON.parse(body).data.map((course: { id: string }) => course.id)).toEqual(['zaatar', 'bread', 'tea'])
  })

  test('Noura sees the size of a lesson before she opens it, with each of its files counted once', async () => {
    const server = await start()
    const pages = `  - { id: a, type: rich-text, avFilename: a.mp3, textContent: "![k](kettle.png)" }
  - { id: b, type: video, avFilename: b.mp4, captions: b.vtt }
  - { id: c, type: explore-options, options: { answers: [{ id: d, text: D, avFilename: a.mp3 }] } }
`
    const folder = courseFolder({
      'lessons/01-water.yaml': `id: tea-water\ntitle: The water\npages:\n${pages}`,
      'media/a.mp3': `ID3${'a'.repeat(4000)}`,
      'media/b.mp4': `1234ftyp${'b'.repeat(50_000)}`,
      'media/b.vtt': 'WEBVTT',
    })
    expect(await server.importCourse(folder)).toMatchObject({ filmsWithoutSizes: 1 })
    await server.services.catalogue.refresh()
    const noura = await server.signIn(NOURA)
    const { data: courses } = await noura.call(listCourses, { query: {} })
    const [water, leaves] = courses[0]?.lessons ?? []
    const files = servedIn(server.services.config.mediaDir)
    const media = files.reduce((sum, name) => sum + statSync(join(server.services.config.mediaDir, name)).size, 0)
    expect(files).toHaveLength(4)
    expect(water?.bytes?.usual).toBeGreaterThan(media)
    expect(water?.bytes?.usual).toBeLessThan(media + 1000)
    // The film has no sizes, so no data can be saved.
    expect(water?.bytes?.saving).toBe(water?.bytes?.usual)
    expect(leaves?.bytes?.usual).toBeLessThan(1000)
    const { data: lesson } = await noura.call(getLesson, { params: { lessonId: 'tea-water' } })
    expect(lesson.lesson.bytes).toEqual(water?.bytes)
    expect(lesson.pages[1]).toMatchObject({ avFilename: expect.any(String), originalOnly: true })
    expect(lesson.pages[0]).not.toHaveProperty('originalOnly')
  })

  test('the demo courses are imported without a warning', async () => {
    const server = await start()
    const shipped = join(import.meta.dirname, '../../courses')
    for (const name of readdirSync(shipped)) {
      expect(await server.importCourse(join(shipped, name))).toMatchObject({ course: name, warnings: [] })
    }
    const { mediaDir } = server.services.config
    for (const name of servedIn(mediaDir)) expect(readFileSync(join(mediaDir, name)).length).toBeGreaterThan(0)
  })
})

/** The files of the media folder, without the originals, which nobody loads. */
function servedIn(mediaDir: string): string[] {
  return readdirSync(mediaDir).filter(name => name !== 'originals')
}
