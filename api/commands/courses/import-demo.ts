import { basename } from 'node:path'
import { demoFolders } from '../../courses/demo.ts'
import { importCourse } from '../../courses/import.ts'
import { setWithdrawn } from '../../courses/withdraw.ts'
import type { Db } from '../../database/tables.ts'
import { publisherFor } from '../../media/publish.ts'
import type { Command } from '../command.ts'

export const importDemoCommand: Command = {
  name: 'import-demo',
  usage: '[--remove]',
  summary: 'Takes in the demo courses as they are shipped; --remove: learners no longer see them',
  async run({ db, config, words, print }) {
    if (words.includes('--remove')) return withdrawDemo(db, print)
    const where = { mediaDir: config.mediaDir, publish: await publisherFor(config) }
    for (const folder of demoFolders()) {
      const { course } = await importCourse(db, folder, where)
      await setWithdrawn(db, course, null)
      print(`${course} is in.`)
    }
  },
}

/** The id of a demo course is the name of its folder. */
async function withdrawDemo(db: Db, print: (line: string) => void): Promise<void> {
  for (const id of demoFolders().map(folder => basename(folder)))
    if (await setWithdrawn(db, id, Date.now())) print(`Learners no longer see ${id}.`)
}
