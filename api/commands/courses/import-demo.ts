import { listStoredCourses, setWithdrawn } from '../../courses/catalogue/withdraw.ts'
import { demoFolders, demoId, saveUnfinishedDemo, unfinishedDemo } from '../../courses/demo.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { importCourse } from '../../courses/import.ts'
import type { Db } from '../../database/tables.ts'
import { publisherFor } from '../../media/publish.ts'
import type { Command } from '../command.ts'

export const importDemoCommand: Command = {
  usage: '[--remove]',
  summary: 'Imports the demo courses; --remove withdraws them',
  async run({ db, config, words, print }) {
    if (words.includes('--remove')) return withdrawDemo(db, print)
    const unfinished = words.includes('--unfinished') ? ((await unfinishedDemo(db)) ?? []) : undefined
    const wanted = unfinished ?? demoFolders().map(demoId)
    const where = { originals: await openOriginals(config), publisher: await publisherFor(config) }
    for (const [index, id] of wanted.entries()) {
      const folder = demoFolders().find(one => demoId(one) === id)
      const isThere = (await listStoredCourses(db)).some(course => course.id === id)
      // With `--unfinished`, at the first start, courses that exist or were withdrawn stay as they are.
      if (folder && !(unfinished && isThere)) {
        await importCourse(db, folder, where)
        await setWithdrawn(db, id, null)
        print(`${id} is imported.`)
      }
      if (unfinished) await saveUnfinishedDemo(db, wanted.slice(index + 1))
    }
  },
}

async function withdrawDemo(db: Db, print: (line: string) => void): Promise<void> {
  for (const id of demoFolders().map(demoId))
    if (await setWithdrawn(db, id, Date.now())) print(`Learners no longer see ${id}.`)
}
