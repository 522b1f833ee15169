import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCourseCommand } from '../../api/commands/courses/import-course.ts'
import { listCourses } from '../../contract/courses.ts'
import { command } from '../command.ts'
import { test } from '../own-server.ts'
import { personOf } from '../people.ts'
import { expect } from '../test.ts'
import { atCourse, cachedMediaNames, isDone, keep } from './keeping.ts'

test('a kept lesson that changes at the server is downloaded again at the next visit, without the old sound', async ({
  context,
  own: server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-course-'))
  const importWith = async (sound: string) => {
    cpSync(`courses/first-aid-en/media/${sound}.mp3`, join(folder, 'media/word.mp3'))
    await command(server, importCourseCommand, folder)
  }
  try {
    for (const name of ['lessons', 'media']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'course.yaml'), 'id: words\nlanguage: en\ntitle: Words\ndescription: Words.\n')
    const lesson =
      'id: words-one\ntitle: One word\npages:\n  - { id: a, type: rich-text, avFilename: word.mp3, textContent: Hear it }\n'
    writeFileSync(join(folder, 'lessons/01-one.yaml'), lesson)
    const author = await personOf(server)
    const listed = async () => {
      const { data } = await author.call(listCourses, { query: {} })
      return data.find(({ id }) => id === 'words')?.lessons[0]?.version
    }
    await importWith('calm')
    // The server reads the courses again a moment after a command changed them.
    await expect.poll(listed).toBeDefined()
    const versionBefore = await listed()
    const { page } = await atCourse(context, server, server.origin, '/courses/words')
    await keep(page)
    await isDone(page)
    const [before] = await cachedMediaNames(page)
    await importWith('signs')
    await expect.poll(listed).not.toBe(versionBefore)
    await page.goto(server.origin)
    await expect.poll(() => cachedMediaNames(page), { timeout: 30_000 }).not.toContain(before)
    expect(await cachedMediaNames(page)).toEqual([expect.stringMatching(/^words\.word-\w+\.mp3$/)])
    await server.stop()
    // A call without a server may take long. The poll below says whether the lesson is there.
    await page.goto(`${server.origin}/courses/words/lessons/words-one`, { waitUntil: 'domcontentloaded' })
    const sound = page.locator('audio')
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
