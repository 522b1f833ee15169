import { expect, test } from 'vitest'
import { courseFolder } from '../../courses/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { importCourseCommand } from './import-course.ts'

async function type(server: TestServer, ...words: string[]): Promise<string[]> {
  const printed: string[] = []
  const { db, config } = server.services
  await importCourseCommand.run({ db, config, words, print: line => printed.push(line) })
  return printed
}

onEachDatabase('npm run admin -- import-course', start => {
  test('it prints what was imported and what was removed from it', async () => {
    const page = 'pages: [{ id: a, type: rich-text, textContent: "<font>x</font>" }]'
    const folder = courseFolder({ 'lessons/02-leaves.yaml': `id: tea-leaves\ntitle: Leaves\n${page}\n` })
    expect(await type(await start(), folder)).toEqual([
      'lessons/02-leaves.yaml:3:49 pages[0].textContent: <font> was removed',
      'tea is imported: lessons 2, pages 3, warnings 1.',
    ])
  })

  test('it fails with every mistake, each with its place for an editor', async () => {
    const folder = courseFolder({ 'course.yaml': 'id: tea\nlanguage: en\ntitle: ""\nnote: ff0000\ndescription: x\n' })
    await expect(type(await start(), folder)).rejects.toThrow(
      'course.yaml:3:1 title: must not be empty\ncourse.yaml:4:1 note: must be #rgb, #rrggbb or the name of a CSS colour',
    )
  })

  test('without a folder it prints its usage', async () => {
    await expect(type(await start())).rejects.toThrow('npm run admin -- import-course courses/first-aid-en')
  })
})
