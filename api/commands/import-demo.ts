import { demoFolders } from '../courses/demo.ts'
import { importCourse } from '../courses/import.ts'
import { publisherFor } from '../media/publish.ts'
import type { Command } from './command.ts'

export const importDemoCommand: Command = {
  name: 'import-demo',
  usage: '',
  summary: 'Takes in the demo courses as they are shipped; the first start does it, too',
  async run({ db, config, print }) {
    const where = { mediaDir: config.mediaDir, publish: await publisherFor(config) }
    for (const folder of demoFolders()) {
      const { course } = await importCourse(db, folder, where)
      print(`${course} is in.`)
    }
  },
}
