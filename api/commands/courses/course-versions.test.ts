import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listCourses } from '../../../contract/courses.ts'
import { listVersions } from '../../../contract/organisation/course-versions.ts'
import { listOrgCourses } from '../../../contract/organisation/courses.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { courseFolder, writeFiles } from '../../courses/testing.ts'
import { atDesk, startWithAuthors } from '../../organisation/courses/testing.ts'
import { onEachDatabase, onSqlite, type TestServer } from '../../testing.ts'
import type { Command } from '../command.ts'
import { importDraftCommand } from './drafts.ts'
import { exportCourseCommand } from './export-course.ts'
import { importCourseCommand } from './import-course.ts'
import { orderCoursesCommand } from './order-courses.ts'
import { publishCourseCommand, rollBackCourseCommand, withdrawCourseCommand } from './withdraw-course.ts'

onEachDatabase('Versions by commands', start => {
  test('the operator imports, publishes, withdraws, goes back and exports, with the lines that the buttons write', async () => {
    const { server, omar, reem } = await startWithAuthors(start)
    const folder = courseFolder()
    await type(server, importCourseCommand, folder)
    // The same folder once more makes no version, and no line.
    await type(server, importCourseCommand, folder)
    await expect(type(server, publishCourseCommand, 'tea', '--draft')).rejects.toThrow('tea has no draft: nothing was')
    await expect(type(server, publishCourseCommand, 'tea', '--beta')).rejects.toThrow(
      'publish-course tea --draft --beta',
    )
    await atDesk(omar, 'tea').write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    await type(server, publishCourseCommand, 'tea', '--draft')
    await type(server, withdrawCourseCommand, 'tea')
    await type(server, publishCourseCommand, 'tea')
    await type(server, rollBackCourseCommand, 'tea', '1')
    const file = join(mkdtempSync(join(tmpdir(), 'zips-')), 'tea.zip')
    onTestFinished(() => rm(join(file, '..'), { recursive: true, force: true }))
    expect(await type(server, exportCourseCommand, 'tea', file)).toEqual([`tea, version 3, is in ${file}: 5 files.`])
    for (const wrong of ['9', 'first', '99999999999']) {
      const exporting = type(server, exportCourseCommand, 'tea', join(file, '..', 'other.zip'), '--version', wrong)
      await expect(exporting).rejects.toThrow(`tea has no version ${wrong}`)
    }
    for (const [name, bytes] of Object.entries(await filesIn(readFileSync(file))))
      expect(bytes.equals(readFileSync(join(folder, name))), name).toBe(true)

    rmSync(join(server.services.config.mediaDir, 'originals'), { recursive: true })
    const incomplete = join(file, '..', 'incomplete.zip')
    await expect(type(server, exportCourseCommand, 'tea', incomplete)).rejects.toThrow()
    expect(existsSync(incomplete)).toBe(false)

    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 6).map(({ action, side, details }) => [action, side, details])).toEqual([
      ['course-exported', 'command', { course: 'tea' }],
      ['course-rolled-back', 'command', { course: 'tea', to: 1, version: 3 }],
      ['course-published', 'command', { course: 'tea', version: 2, isNew: false }],
      ['course-withdrawn', 'command', { course: 'tea' }],
      ['course-published', 'command', { course: 'tea', version: 2, isNew: true }],
      ['course-imported', 'command', { course: 'tea', version: 1 }],
    ])
    const versions = (await omar.call(listVersions, { params: { id: 'tea' } })).data
    expect(versions.map(({ kind, by, from }) => [kind, by, from])).toEqual([
      ['roll-back', null, 1],
      ['publish', null, null],
      ['import', null, null],
    ])
  })

  test('the operator puts the courses in order, with the line that the app writes', async () => {
    const { server, omar, reem } = await startWithAuthors(start)
    await type(server, importCourseCommand, courseFolder())
    await server.importCourse('courses/first-steps-en')
    const noura = await server.signIn('+971501234567')
    const printed = await type(server, orderCoursesCommand, 'tea')
    expect(printed).toEqual(['tea  A cup of tea', 'first-steps-en  First steps'])
    await server.services.catalogue.refresh()
    const seen = (await noura.call(listCourses, { query: {} })).data.map(({ id }) => id)
    expect(seen).toEqual(['tea', 'first-steps-en'])
    const [line] = (await reem.call(getAuditLog, { query: {} })).data.lines
    expect([line?.action, line?.side, line?.details]).toEqual([
      'courses-ordered',
      'command',
      { from: 'first-steps-en tea' },
    ])
    expect((await omar.call(listOrgCourses, {})).data.courses.map(({ id }) => id)).toEqual(seen)
    await expect(type(server, orderCoursesCommand, 'milk')).rejects.toThrow('There is no course milk.')
  })

  test('a comment that changes in a file is a version, and one that says no more than that is refused by name', async () => {
    const { server, omar } = await startWithAuthors(start)
    const folder = courseFolder()
    await type(server, importCourseCommand, folder)
    writeFiles(folder, { 'course.yaml': `# Ours\n${readFileSync(join(folder, 'course.yaml'), 'utf8')}` })
    await type(server, importCourseCommand, folder)
    expect((await omar.call(listVersions, { params: { id: 'tea' } })).data).toHaveLength(2)
    await expect(type(server, rollBackCourseCommand, 'tea', '7')).rejects.toThrow('no such version')
    await expect(type(server, rollBackCourseCommand, 'tea')).rejects.toThrow('roll-back-course first-aid-en 3')
    await expect(type(server, exportCourseCommand, 'milk', 'milk.zip')).rejects.toThrow('There is no course milk.')
  })
})

onSqlite('npm run admin -- import-draft', start => {
  test('a file that is no course is refused by name, and leaves no draft', async () => {
    const { server, omar } = await startWithAuthors(start)
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const notes = 'Call the plumber.\n\nBuy milk.\n'
    writeFiles(folder, {
      'server.log': notes,
      hosts: notes,
      'notes.txt': notes,
      'tea.md': '# Tea\n\n## Hot?\n\nA\n\n## Cold?\n\nB\n',
    })
    const imported = (name: string) => type(server, importDraftCommand, join(folder, name))
    await expect(imported('server.log')).rejects.toThrow('server.log is none of the files that can be read')
    await expect(imported('hosts')).rejects.toThrow('is none of the files that can be read')
    await expect(imported('notes.txt')).rejects.toThrow('notes.txt has no heading and no question, so it is no course.')
    expect((await omar.call(listOrgCourses, {})).data.courses).toEqual([])
    expect(await imported('tea.md')).toContainEqual(expect.stringContaining('has a draft now'))
  })
})

async function type({ services }: TestServer, command: Command, ...words: string[]): Promise<string[]> {
  const printed: string[] = []
  const { db, config } = services
  await command.run({ db, config, words, print: line => printed.push(line) })
  return printed
}
